/** Red and blue against each other, and the two sides of a duet. */
import type { Side, Team } from "./wire";

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

/** The other side of a duet. */
export function partner(side: Side): Side {
  return side === "side_a" ? "side_b" : "side_a";
}
