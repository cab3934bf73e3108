/** A remote control: four arrows, OK and the way back. A keyboard does as well. */

export const BACK = "Backspace";

/**
 * Keys of remote controls that old televisions send by number only; the way back is 10009 on Tizen,
 * 461 on webOS, 166 in Android browsers.
 */
const REMOTE: Record<number, string> = {
  8: BACK,
  13: "Enter",
  37: "ArrowLeft",
  38: "ArrowUp",
  39: "ArrowRight",
  40: "ArrowDown",
  166: BACK,
  461: BACK,
  10009: BACK,
};

/** The key's name, however it is sent. */
export function keyOf({ keyCode, key }: KeyboardEvent): string {
  return REMOTE[keyCode] ?? key;
}

/** How many letters stand side by side. */
export const COLUMNS = 7;

/** Rows one below the other, and to the right of them letters. */
export interface Buttons {
  rows: readonly HTMLElement[];
  letters: readonly HTMLElement[];
}

/** Where an arrow leads from a button; the button itself at the edge. Undefined: the key is no arrow. */
export function neighbour({ rows, letters }: Buttons, from: Element | null, key: string): HTMLElement | undefined {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (way === undefined) return undefined;
  const [x = 0, y = 0] = way;
  const row = rows.indexOf(from as HTMLElement);
  if (row >= 0) return x > 0 ? letters[0] : (rows[row + y] ?? rows[row]);
  const at = letters.indexOf(from as HTMLElement);
  if (at < 0) return rows[0] ?? letters[0];
  if (x < 0 && at % COLUMNS === 0) return rows[0] ?? letters[at];
  if (x > 0 && at % COLUMNS === COLUMNS - 1) return letters[at];
  return letters[at + x + y * COLUMNS] ?? letters[at];
}
