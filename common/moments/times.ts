/**
 * How long each beat lasts. The numbers stand in common/look/tokens.css as `--beat-lift: 400ms`, so that
 * what moves and what waits for it agree; a page without its style sheet waits for nothing.
 */

export const LENGTHS = [
  /** A touched card is lifted, is held (longer where much hangs on it), and turns. */
  "lift",
  "hold",
  "hold-long",
  "turn",
  /** What it was sinks in; then the counter moves, then everything else. */
  "verdict",
  "count",
  "rest",
  /** A clue is typed, cards are dealt, a card turns back, the turn changes. */
  "clue",
  "deal",
  "back",
  "sweep",
  /** The assassin: the other cards fall away in silence, then it is dark. */
  "fall",
  "dark",
  /** The winners' cards gather; then the end stands large. */
  "gather",
  "finale",
  /** The whole key: the hidden cards turn away, and up again. */
  "key",
] as const;

/** Milliseconds. */
export type Times = Readonly<Record<(typeof LENGTHS)[number], number>>;

/** The times as the page's style sheets have them now. */
export function timesOf(page: Element = document.documentElement): Times {
  const style = getComputedStyle(page);
  return readTimes((name) => style.getPropertyValue(name));
}

/** `property`: the text of a custom property, such as " 400ms" or ".4s"; without one, nothing is waited for. */
export function readTimes(property: (name: string) => string): Times {
  const times: Record<string, number> = {};
  for (const length of LENGTHS) {
    const text = property(`--beat-${length}`);
    times[length] = (parseFloat(text) || 0) * (/\ds\s*$/.test(text) ? 1000 : 1);
  }
  return times as Times;
}
