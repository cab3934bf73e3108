/** What is on the slip when a clue is disputed, or was struck. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { GameView, LobbyView, StruckClue, Turn } from "../../common/wire";
import { rival } from "./announcements";
import { ClueText } from "./clue";
import { Fitted } from "./fitted";
import { spymaster } from "./spymaster";
import { say } from "./words";
import type { Key } from "./words";

/** The clue, and the two who talk about it: whoever gave it, and the rival, who decides. */
export function Disputed({ turn, lobby }: { turn: Turn; lobby: LobbyView }): JSX.Element {
  const giver = lobby.players.find((player) => player.id === turn.giver);
  const name = giver === undefined ? spymaster(lobby, turn.team) : giver.name;
  return (
    <>
      <p class="slip-clue">{turn.clue !== null && <ClueText clue={turn.clue} />}</p>
      <p class="slip-note" data-testid="tv-dispute">
        {speaker(turn.team, "dispute.giver", name)}
        {speaker(rival(turn.team), "dispute.rival", spymaster(lobby, rival(turn.team)))}
      </p>
    </>
  );
}

function speaker(team: Turn["team"], key: Key, name: string): JSX.Element {
  const text = say(key, { name: name === "" ? say("seat.spymaster") : name });
  return (
    <span class="speaker">
      <Shape identity={team} letter={say(`letter.${team}`)} label={say(`team.${team}`)} />
      <Fitted class="name" text={text} largest={0.72} mostLines={1} cut />
    </span>
  );
}

/** The clue struck through, by whom, and what it costs. */
export function Struck({ game, struck }: { game: GameView; struck: StruckClue }): JSX.Element {
  const text = `${say(`struck.${struck.by}`)} ${cost(game)}`;
  return (
    <>
      <p class="slip-clue">
        <ClueText clue={struck.clue} />
      </p>
      <p class="slip-note" data-testid="tv-struck">
        <Fitted class="name" text={text} largest={0.72} mostLines={1} cut />
      </p>
    </>
  );
}

function cost(game: GameView): string {
  const [turn] = game.turns.slice(-1);
  if (turn === undefined || turn.struck.length > 0) return say("struck.again");
  if (turn.cover !== null) return say("struck.cover", { word: game.codenames[turn.cover] ?? "" });
  return say(game.phase === "penalty" ? "struck.penalty" : "struck.turn");
}

/** The clue that was struck last, until another one is given. */
export function justStruck(game: GameView): StruckClue | null {
  const [former, turn] = [null, ...game.turns].slice(-2);
  if (turn == null || turn.clue !== null) return null;
  const all = former?.ended === "invalid_clue" ? [...former.struck, ...turn.struck] : turn.struck;
  return all[all.length - 1] ?? null;
}
