/** How large a codename may be so that its longest part fits a card. */

const PROBE = 100;
let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Forget all widths: the fonts have arrived. */
export function remeasure(): void {
  widths.clear();
}

/** The width of a codename's widest part in capitals, in em. */
export function widthInEm(codename: string, font: string): number {
  const known = widths.get(codename);
  if (known !== undefined) return known;
  const parts = codename.toUpperCase().split(" ");
  const width = Math.max(...parts.map((part) => measured(part, font)));
  widths.set(codename, width);
  return width;
}

/** The size in pixels for a codename in a box of this inner width; `most` for short ones. */
export function fittingSize(codename: string, font: string, inner: number, most: number): number {
  const size = inner / widthInEm(codename, font);
  return Math.max(7, Math.min(most, Math.floor(size * 10) / 10));
}

function measured(text: string, font: string): number {
  if (pen === undefined) pen = document.createElement("canvas").getContext("2d");
  // Without a canvas: what a bold condensed letter needs at most.
  if (!pen) return text.length * 0.6;
  pen.font = `800 ${PROBE}px ${font}`;
  return Math.max(0.6, pen.measureText(text).width / PROBE);
}
