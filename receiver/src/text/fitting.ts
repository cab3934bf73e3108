/**
 * Fits a text into a box: as large as it may be, smaller if it is long, never clipped, never
 * hyphenated. Lines break at blanks only.
 */

import { lineHeight } from "../../../common/language/scripts";

export interface Box {
  width: number;
  height: number;
}

export interface Fitted {
  /** The text with "\n" where a line ends. */
  text: string;
  /** The font size, in the unit of the box. */
  size: number;
}

/** Height of a line as a share of the font size: capitals with their accents. */
export const CAPITALS = 1.02;

/** A second line must make the text this much larger to be worth it. */
const WORTH_BREAKING = 1.15;

/** `measure` gives a line's width at font size 1; `largest` bounds the font size. */
export function fit(
  text: string,
  box: Box,
  largest: number,
  measure: (line: string) => number,
  mostLines = 2,
): Fitted {
  const words = text.split(" ");
  let best = { text, size: sizeOf([text], box, largest, measure) };
  for (let lines = 2; lines <= Math.min(mostLines, words.length); lines += 1) {
    const broken = evenly(words, lines, measure);
    const size = sizeOf(broken, box, largest, measure);
    if (size > best.size * WORTH_BREAKING) best = { text: broken.join("\n"), size };
  }
  return best;
}

function sizeOf(
  lines: string[],
  box: Box,
  largest: number,
  measure: (line: string) => number,
): number {
  const widest = Math.max(...lines.map(measure), 0.001);
  const height = lines.length * lineHeight(lines.join(""), CAPITALS);
  return Math.min(largest, box.width / widest, box.height / height);
}

/** The words in so many lines, of which the widest is as narrow as possible. */
function evenly(
  words: string[],
  lines: number,
  measure: (line: string) => number,
): string[] {
  if (lines === 1) return [words.join(" ")];
  let best: string[] = [words.join(" ")];
  let narrowest = Infinity;
  for (let first = 1; first <= words.length - lines + 1; first += 1) {
    const head = words.slice(0, first).join(" ");
    const broken = [head, ...evenly(words.slice(first), lines - 1, measure)];
    const widest = Math.max(...broken.map(measure));
    if (widest < narrowest) {
      best = broken;
      narrowest = widest;
    }
  }
  return best;
}
