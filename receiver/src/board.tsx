/** The cards on the table. */
import type { JSX } from "preact";

import type { GameView, Identity, LobbyView, Mark, Touch, Turn } from "../../common/wire";
import { Card } from "./card";
import type { Found } from "./card";
import type { Turning } from "./screen";

interface Props {
  game: GameView;
  lobby: LobbyView;
  marks: readonly Mark[];
  /** Every identity, once the game is debriefed. */
  wholeKey: readonly Identity[] | null;
  turning: Turning | null;
}

export function Board({ game, lobby, marks, wholeKey, turning }: Props): JSX.Element {
  const nameOf = (id: string): string =>
    lobby.players.find((player) => player.id === id)?.name ?? "";
  const [current] = game.turns.slice(-1);
  return (
    <ol class={wholeKey === null ? "board" : "board debrief"} data-testid="tv-board">
      {game.codenames.map((codename, position) => (
        <Card
          key={position}
          position={position}
          codename={codename}
          identity={game.revealed[position] ?? null}
          inKey={wholeKey === null ? null : (wholeKey[position] ?? null)}
          found={
            wholeKey === null && current?.cover !== position
              ? null
              : found(game.turns, position, nameOf)
          }
          marks={marks.filter((mark) => mark.position === position).map((mark) => nameOf(mark.by))}
          turning={turning !== null && turning.position === position ? turning.to : null}
        />
      ))}
    </ol>
  );
}

/** The touch or penalty that revealed a card for good, and the turn that it belongs to. */
function found(
  turns: readonly Turn[],
  position: number,
  nameOf: (id: string) => string,
): Found | null {
  for (const turn of turns) {
    if (turn.cover === position) return { team: turn.team, clue: null, by: null };
    const touch = turn.touches.find((t: Touch) => t.position === position && !t.undone);
    if (touch !== undefined) return { team: turn.team, clue: turn.clue, by: nameOf(touch.by) };
  }
  return null;
}
