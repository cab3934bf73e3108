/** Who is on a side of a duet, and whose turn it is. */
import type { GameView, LobbyView, Side, Turn } from "../../../common/wire";
import type { Say } from "../words";

/** Who sits on this side; the side's own name while it is not just one person. */
export function sideName(lobby: LobbyView, side: Side, say: Say): string {
  const [one, another] = lobby.players.filter((player) => player.seat === side);
  return one === undefined || another !== undefined ? say(`seat.${side}`) : one.name;
}

/** Who sits on this side: two by name, more are counted. */
export function sidePeople(lobby: LobbyView, side: Side, say: Say): string {
  const names = lobby.players.filter((player) => player.seat === side).map(({ name }) => name);
  if (names.length === 0) return say(`seat.${side}`);
  const more = names.length > 2 ? ` +${names.length - 2}` : "";
  return names.slice(0, 2).join(", ") + more;
}

/** The current turn, or the last one of a game that is over. */
export function turnOf(game: GameView): Turn {
  return game.turns[game.turns.length - 1] as Turn;
}
