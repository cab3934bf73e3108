/** How a game ended: who won and why, for the panel above the cards and for the curtain. */
import type { JSX } from "preact";

import { rival } from "../../../common/teams";
import type { GameView, Result } from "../../../common/wire";
import { Sign } from "../teams/sign";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import type { TextKey } from "../words";

interface Props {
  game: GameView;
  result: Result;
  /** What is worth a mention, once that is loaded. */
  awards: JSX.Element | null;
}

export function ResultPanel({ game, result, awards }: Props): JSX.Element {
  const { winner } = result;
  return (
    <section class={`turn result result-${winner ?? "nobody"}`} data-testid="tv-result" role="status">
      <h1 class="result-title">
        {winner !== null && <Sign identity={winner} />}
        {resultTitle(game, result)}
      </h1>
      <p class="result-why">
        <Fitted text={[resultReason(game, result), reasonOf(result)]} largest={0.87} mostLines={1} cut class="name" />
      </p>
      <p class="turn-guesses">
        {awards ?? (game.phase === "debriefed" ? say("debrief.title") : say("end.next"))}
      </p>
    </section>
  );
}

export function resultTitle({ settings }: Pick<GameView, "settings">, { winner, ending, score }: Result): string {
  if (ending === "abandoned") return say("end.nobody");
  if (winner === null) return say("end.failed");
  if (score !== null) return say("coop.won", { n: score });
  if (settings.mode === "coop") return say("coop.lost");
  return say(`end.wins.${winner}`);
}

export function resultReason(game: GameView, result: Result): string {
  const reason = reasonOf(result);
  if (game.settings.mode !== "coop" || result.ending === "abandoned") return reason;
  if (result.score !== null) return say(`coop.rating.${result.score}` as TextKey);
  return `${reason} ${say("coop.rating.lost")}`;
}

/** Why the game is over, without what to think of it. */
export function reasonOf({ winner, ending }: Result): string {
  switch (ending) {
    case "abandoned":
      return say("end.abandoned");
    case "sudden_death":
    case "mistakes":
    case "time":
      return say(`end.${ending}`);
    case "assassin":
      return say(winner === null ? "end.assassin.green" : `end.assassin.${rival(winner)}`);
    case "all_agents":
      return say(`end.all.${winner ?? "green"}`);
  }
}
