/** The cards on the table. */
import type { JSX } from "preact";

import { langAt, langOf } from "../../../common/language/capitals";
import type { Beat } from "../../../common/moments/score";
import { nameIn } from "../../../common/people";
import { EVERY_SIDE } from "../../../common/wire";
import type { GameView, Identity, LobbyView, Mark, Touch } from "../../../common/wire";
import { sideName } from "../teams/teams";
import { say } from "../words";
import { Card } from "./card";
import type { Found, Light, Out } from "./card";

/** What of a game lies on the table, now or when it was played. */
export type Laid = Pick<GameView, "settings" | "codenames" | "languages" | "card_languages" | "revealed" | "turns" | "duet">;

interface Props {
  game: Laid;
  lobby: LobbyView;
  marks: readonly Mark[];
  /** Every identity, once the game is debriefed: one key, or side A's and side B's. */
  keys: readonly (readonly Identity[])[];
  /** What moves just now. */
  beat: Pick<Beat, "kind" | "position"> | null;
  /** How each card stands out, while the game is looked back upon. */
  lights?: readonly (Light | null)[] | null;
}

export function Board({ game, lobby, marks, keys, beat, lights }: Props): JSX.Element {
  const nameOf = (id: string): string => nameIn(lobby, id) ?? "";
  const debriefed = keys.length > 0;
  const picture = game.settings.board === "pictures";
  const news = covered(game);
  return (
    <ol
      class={`board${debriefed ? " debrief" : ""}${picture ? " pictures" : ""}${keys.length > 1 ? " both-keys" : ""}`}
      data-testid="tv-board"
    >
      {game.codenames.map((codename, position) => (
        <Card
          key={position}
          position={position}
          codename={codename}
          lang={langAt(game, position)}
          clueLang={langOf(game)}
          picture={picture}
          identity={game.revealed[position] ?? null}
          inKeys={keys.map((key) => key[position] ?? "bystander")}
          found={debriefed || position === news ? found(game, position, nameOf) : null}
          out={debriefed ? [] : outFor(game, lobby, position)}
          marks={marks.filter((mark) => mark.position === position)}
          lobby={lobby}
          team={game.turns[game.turns.length - 1]?.team ?? "red"}
          beat={beat !== null && beat.position === position ? beat.kind : null}
          light={lights?.[position] ?? null}
        />
      ))}
    </ol>
  );
}

/** The card that was just revealed without a touch: in this turn, or in co-op in the one before. */
function covered({ turns, settings }: Laid): number | null {
  const [current, former] = turns.slice(-2).reverse();
  const before = settings.mode === "coop" ? (former?.cover ?? null) : null;
  return current?.cover ?? before;
}

/** The sides of a duet to which the card is a known bystander, A first, and who they are. */
function outFor(game: Laid, lobby: LobbyView, position: number): Out[] {
  const known = game.duet === null ? [] : game.duet.bystanders;
  return EVERY_SIDE.filter((side) =>
    known.some((card) => card.position === position && card.side === side),
  ).map((side) => ({ side, name: sideName(lobby, side, say) }));
}

/** The touch or cover that revealed a card for good, and the turn that it belongs to. */
function found(
  { turns, revealed, settings }: Laid,
  position: number,
  nameOf: (id: string) => string,
): Found | null {
  const reveals = (t: Touch): boolean =>
    t.position === position && !t.undone && t.identity === revealed[position];
  for (const { team, clue, cover, touches } of turns) {
    if (cover === position) {
      const why = settings.mode === "coop" ? "card.opponent" : "card.penalty";
      return { team, clue: null, by: null, why };
    }
    const touch = touches.find(reveals);
    if (touch !== undefined) return { team, clue, by: nameOf(touch.by) };
  }
  return null;
}
