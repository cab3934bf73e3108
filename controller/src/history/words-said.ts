/** Which words were said and are still hidden: what a clue's number promised, less what was found. */
import type { Clue, Side, Team, Turn } from "../../../common/wire";

export interface Said {
  clue: Clue;
  /** Cards that it meant and that were not found in its own turn; at least 1. */
  missing: number;
  /** False where a later turn found more than its number: one of those may have been meant. */
  sure: boolean;
}

/** The clues of a team (of one side of a duet) that still owe a card, the oldest first. */
export function wordsSaid(turns: readonly Turn[], team: Team, side: Side | null): readonly Said[] {
  const said: Said[] = [];
  let surplus = 0;
  for (const turn of turns.filter((it) => it.team === team && it.side === side).reverse()) {
    const count = numberOf(turn.clue);
    if (turn.clue === null || count === 0) continue;
    const missing = count - found(turn);
    if (missing > 0) said.unshift({ clue: turn.clue, missing, sure: surplus === 0 });
    else surplus -= missing;
  }
  const owed = said.reduce((sum, { missing }) => sum + missing, 0);
  return owed > surplus ? said : [];
}

/** 0 where it promises nothing. */
function numberOf(clue: Clue | null): number {
  return clue === null || clue.number === "unlimited" ? 0 : clue.number;
}

function found({ team, touches }: Turn): number {
  return touches.filter(({ identity, undone }) => identity === team && !undone).length;
}
