/** Co-op: the simulated opponent's turn, and what a game has come to. */
import type { JSX } from "preact";
import type { GameView, Result } from "../../../common/wire";
import { textKey, useUi } from "../ui";
import type { Ui } from "../ui";
import { can, spymasterOf, view } from "../view";

export function isCoop(game: GameView): boolean {
  return game.settings.mode === "coop";
}

/** The opponent reveals an agent at each of its turns; the people's spymaster picks which. */
export function Opponent(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null || seen.game?.phase !== "opponent") return null;
  const picks = can(state, "cover_card");
  const name = spymasterOf(seen.lobby, "red")?.name;
  return (
    <section class="dispute" data-testid="opponent">
      <p class="hint">
        {picks && words.say("coop.choose")}
        {!picks && (name === undefined ? words.say("coop.waits.anyone") : words.say("coop.waits", { name }))}
      </p>
      {picks && seen.kind === "key" && !state.keyShown && <p class="hint">{words.say("coop.key")}</p>}
    </section>
  );
}

/** What a win would score: it falls with every agent that the opponent reveals. */
export function Worth({ game }: { game: GameView }): JSX.Element | null {
  const { words } = useUi();
  if (!isCoop(game)) return null;
  return (
    <p class="hint" data-testid="worth">
      {words.say("coop.worth", { n: game.left.blue })}
    </p>
  );
}

/** The headline of the end and the line below it, for those who played it or looked on. */
export function coopEnd(words: Ui["words"], { ending, score }: Result, played: boolean): [string, string] {
  if (score !== null) {
    return [words.say(played ? "coop.won" : "coop.won.watch", { n: score }), words.say(textKey("coop.rating", String(score)))];
  }
  const killed = words.say(played ? "end.assassin.own" : "end.assassin.red");
  const why = ending === "assassin" ? killed : words.say("coop.lost.all");
  return played ? [words.say("coop.lost.own"), `${why} ${words.say("coop.rating.lost")}`] : [words.say("coop.lost"), why];
}
