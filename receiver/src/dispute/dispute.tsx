/** What is on the slip when a clue is disputed, or was struck. */
import type { JSX } from "preact";

import { langOf } from "../../../common/language/capitals";
import { nameIn } from "../../../common/people";
import { rival } from "../../../common/teams";
import type { GameView, LobbyView, StruckClue, Team, Turn } from "../../../common/wire";
import { mentioned, Told } from "../board/codename";
import { ClueText } from "../clue/clue";
import { TeamSign } from "../teams/sign";
import { spymaster } from "../teams/spymaster";
import { turnOf } from "../teams/teams";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import type { TextKey } from "../words";

/** The clue, and the two who talk about it: whoever gave it, and the rival, who decides. */
export function Disputed({ game, turn, lobby }: { game: GameView; turn: Turn; lobby: LobbyView }): JSX.Element {
  const name = nameIn(lobby, turn.giver) ?? spymaster(lobby, turn.team);
  return (
    <>
      <p class="slip-clue">{turn.clue !== null && <ClueText clue={turn.clue} lang={langOf(game)} />}</p>
      <p class="slip-note" data-testid="tv-dispute">
        {speaks(turn.team, "dispute.giver", name)}
        {speaks(rival(turn.team), "dispute.rival", spymaster(lobby, rival(turn.team)))}
      </p>
    </>
  );
}

function speaks(team: Team, key: TextKey, name: string): JSX.Element {
  return note(team, say(key, { name: name === "" ? say("seat.short.spymaster") : name }));
}

/** The clue struck through, by whom, and what it costs. */
export function Struck({ game, struck }: { game: GameView; struck: StruckNow }): JSX.Element {
  const { team, clue, by } = struck;
  return (
    <>
      <p class="slip-clue">
        <ClueText clue={clue} lang={langOf(game)} />
      </p>
      <p class="slip-note" data-testid="tv-struck">
        {note(team, `${say(`struck.${by}`)} ${cost(game)}`, covered(game))}
      </p>
    </>
  );
}

/** A text about what a team did, perhaps with a picture. */
function note(team: Team, text: string, picture = ""): JSX.Element {
  return (
    <span class="note">
      <TeamSign team={team} />
      <Fitted class="name" text={text} largest={0.72} mostLines={1} cut />
      {picture !== "" && (
        <span class="scene">
          <Told text={picture} />
        </span>
      )}
    </span>
  );
}

function cost(game: GameView): string {
  const [turn] = game.turns.slice(-1);
  if (turn === undefined || turn.struck.length > 0) return say("struck.again");
  if (turn.cover !== null && game.settings.board === "words") return say("struck.cover", { word: game.codenames[turn.cover] ?? "" });
  return say(game.phase === "penalty" ? "struck.penalty" : "struck.turn");
}

/** The picture that the penalty opened; "" on a board of words. */
function covered(game: GameView): string {
  const { cover } = turnOf(game);
  if (cover === null || game.settings.board === "words") return "";
  return mentioned(game, game.codenames[cover] ?? "");
}

interface StruckNow extends StruckClue {
  team: Team;
}

/** The clue that was struck last, until another one is given. */
export function justStruck(game: GameView): StruckNow | null {
  const [turn, former] = game.turns.slice().reverse();
  if (turn === undefined || turn.clue !== null) return null;
  const last = turn.struck.length > 0 || former?.ended !== "invalid_clue" ? turn : former;
  const [struck] = last.struck.slice(-1);
  return struck === undefined ? null : { ...struck, team: last.team };
}
