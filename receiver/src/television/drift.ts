/** Nothing may burn in: the whole picture wanders a little, within the safe margin. */

/** How often the picture moves (ms), and how far at most, as a share of the screen's height. */
const EVERY = 45_000;
const REACH = 0.006;

/** Places around the middle, each near the one before. */
const ROUND: readonly (readonly [number, number])[] = [
  [0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1],
];

/** Where the picture stands at the given step, in shares of the screen's height. */
export function placeAt(step: number): readonly [number, number] {
  const [x, y] = ROUND[step % ROUND.length] ?? [0, 0];
  return [x * REACH, y * REACH];
}

export function driftSlowly(page: HTMLElement): void {
  let step = 0;
  setInterval(() => {
    step += 1;
    const [x, y] = placeAt(step);
    page.style.transform = `translate(${(x * 100).toFixed(2)}vh, ${(y * 100).toFixed(2)}vh)`;
  }, EVERY);
}
