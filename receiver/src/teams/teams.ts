/** Red and blue against each other, and the two sides of a duet. */
import type { GameView, LobbyView, Side, Team, Turn } from "../../../common/wire";
import type { Say } from "../words";

/** The teams that have a rival: green, of a duet, has none. */
export type Rival = Exclude<Team, "green">;

/** The team against this one. */
export function rival(team: Team): Rival {
  return team === "red" ? "blue" : "red";
}

/** This team where there are two. */
export function ofTwo(team: Team): Rival {
  return rival(rival(team));
}

/** Side A is at the left. */
export const SIDES: readonly Side[] = ["side_a", "side_b"];

/** The other side of a duet. */
export function partner(side: Side): Side {
  return side === "side_a" ? "side_b" : "side_a";
}

/** Who sits on this side; the side's own name while nobody does. */
export function sideName(lobby: LobbyView, side: Side, say: Say): string {
  const holder = lobby.players.find((player) => player.seat === side);
  return holder === undefined ? say(`seat.${side}`) : holder.name;
}

/** The current turn, or the last one of a game that is over. */
export function turnOf(game: GameView): Turn {
  return game.turns[game.turns.length - 1] as Turn;
}
