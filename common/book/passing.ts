/**
 * How an ended game passes on the screens: what is shown when. All of it follows from the view and
 * the server's clock, so that every screen, and the phone that steers them, shows the same.
 */
import { EVERY_LOOK_BACK_PART } from "../wire";
import type { LookBackPart, ScreenPage, Turn } from "../wire";
import { momentsOf } from "./moments";

/** One moment of a game that plays (ms). */
export const PACE = 1600;

/**
 * After its end the game itself holds the screen for so long (ms): the last card turns, the end stands large. No
 * less than the longest of these moments (common/moments).
 */
export const FINALE = 10_000;
/** The board alone. */
const BOARD = 2500;
/** All clues together, and one at most. */
const CLUES = 20_000;
const CLUE = 2600;
const AWARDS = 7000;
const NEXT = 7000;

/** How many moments are shown now. */
export function momentNow({ motion, moment, at }: ScreenPage, turns: readonly Turn[], now: number): number {
  const all = momentsOf(turns).length;
  if (motion === "looking_back") return all;
  const passed = motion === "playing" ? Math.max(0, Math.floor((now - at) / PACE)) : 0;
  return Math.min(moment + passed, all);
}

/** A part of looking back upon a game, and until when (ms since the game's end, or since the host led there). */
export interface Part {
  kind: "finale" | "board" | "turn" | "awards" | "next";
  /** The turn that is told; -1 in the other parts. */
  turn: number;
  until: number;
}

/** All parts, in their order, or those from `first` on; after the last one the table is shown again. */
export function lookingBack(turns: readonly Turn[], awards: number, first: LookBackPart | null = null): readonly Part[] {
  const told = turns.map((turn, at) => ({ turn, at })).filter(({ turn }) => isTold(turn));
  const each = Math.min(CLUE, CLUES / Math.max(1, told.length));
  const parts: Part[] = [];
  let until = 0;
  const add = (kind: Part["kind"], takes: number, turn = -1): void => {
    until += takes;
    parts.push({ kind, turn, until });
  };
  const from = first === null ? -1 : EVERY_LOOK_BACK_PART.indexOf(first);
  if (from < 0) add("finale", FINALE);
  if (from < 1) {
    add("board", BOARD);
    for (const { at } of told) add("turn", each, at);
  }
  if (from < 2 && awards > 0) add("awards", AWARDS);
  add("next", NEXT);
  return parts;
}

/** The part that is on now; null when it is over. */
export function partNow(parts: readonly Part[], { at }: ScreenPage, now: number): Part | null {
  return parts.find(({ until }) => now - at < until) ?? null;
}

/** In how many milliseconds something else is to be shown; null when nothing more comes by itself. */
export function nextChange(showing: ScreenPage, turns: readonly Turn[], awards: number, now: number): number | null {
  const passed = now - showing.at;
  if (showing.motion === "still") return null;
  if (showing.motion === "looking_back") {
    const part = partNow(lookingBack(turns, awards, showing.part), showing, now);
    return part === null ? null : part.until - passed;
  }
  if (momentNow(showing, turns, now) >= momentsOf(turns).length) return null;
  return PACE - (Math.max(0, passed) % PACE);
}

/** Whether there is something to tell of a turn. */
function isTold({ clue, touches, cover }: Turn): boolean {
  return clue !== null || touches.length > 0 || cover !== null;
}
