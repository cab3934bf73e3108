/** Who is on a side of a duet, and whose turn it is. */
import type { GameView, LobbyView, Side, Turn } from "../../../common/wire";
import type { Say } from "../words";

/** Who sits on this side; the side's own name while nobody does. */
export function sideName(lobby: LobbyView, side: Side, say: Say): string {
  const holder = lobby.players.find((player) => player.seat === side);
  return holder === undefined ? say(`seat.${side}`) : holder.name;
}

/** The current turn, or the last one of a game that is over. */
export function turnOf(game: GameView): Turn {
  return game.turns[game.turns.length - 1] as Turn;
}
