/** Red and blue against each other, and the two sides of a duet. */
import type { GameView, Side, Team, Turn } from "./wire";

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

/** Co-op: whether time was up at the opponent's turn, so that its agent was drawn. */
export function isDrawn({ cover, ended, team }: Turn, { settings }: Pick<GameView, "settings">): boolean {
  return settings.mode === "coop" && team === "blue" && cover !== null && ended === "time";
}

/** Co-op: whether the opponent's agent on this card was drawn. */
export function isDrawnAt(game: Pick<GameView, "settings" | "turns">, position: number): boolean {
  return game.turns.some((turn) => turn.cover === position && isDrawn(turn, game));
}

/** The other side of a duet. */
export function partner(side: Side): Side {
  return side === "side_a" ? "side_b" : "side_a";
}
