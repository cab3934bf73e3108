/** How large a codename may be so that it fits its card. */

import { capitals } from "../../../common/language/capitals";
import { lineHeight } from "../../../common/language/scripts";

const PROBE = 100;
const CAPITALS = 1.04;
const SMALLEST = 4;

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** Space for a codename in pixels, and the font that it is set in. */
export interface Space {
  width: number;
  height: number;
  font: string;
}

export interface Fit {
  size: number;
  /** Whether it breaks at its spaces. */
  breaks: boolean;
  /** Height of a line as a share of the size. */
  line: number;
}

/** Forget all widths: the fonts have arrived. */
export function remeasure(): void {
  widths.clear();
}

/** The largest size in this space, on one line or broken at its spaces; `most` for short ones. `lang`: of the codename. */
export function fit(codename: string, { width, height, font }: Space, most: number, lang?: string): Fit {
  const parts = codename.split(" ");
  const line = lineHeight(codename, CAPITALS);
  const whole = width / inEm(codename, font, lang);
  const broken = Math.min(
    width / Math.max(...parts.map((part) => inEm(part, font, lang))),
    height / (line * parts.length),
  );
  const breaks = parts.length > 1 && whole < most && broken > whole;
  const size = Math.min(most, height / line, breaks ? broken : whole);
  return { size: Math.max(SMALLEST, Math.floor(size * 10) / 10), breaks, line };
}

/** How wide and high a scene's emoji is in the font of the scenes, as a share of its size. */
const EMOJI = { width: 1.27, height: 1.15 };

export interface SceneFit {
  size: number;
  /** Two lines instead of one. */
  stacked: boolean;
}

/** The largest size of a scene of `n` emoji, side by side or one over the other. */
export function fitScene(n: number, { width, height }: Space): SceneFit {
  const of = (columns: number, rows: number): number =>
    Math.min(width / (columns * EMOJI.width), height / (rows * EMOJI.height));
  const [beside, over] = [of(n, 1), of(Math.ceil(n / 2), 2)];
  return { size: Math.floor(Math.max(beside, over)), stacked: over > beside };
}

function inEm(codename: string, font: string, lang?: string): number {
  const text = capitals(codename, lang);
  const known = widths.get(text);
  if (known !== undefined) return known;
  const width = measured(text, font);
  widths.set(text, width);
  return width;
}

function measured(text: string, font: string): number {
  if (pen === undefined) pen = document.createElement("canvas").getContext("2d");
  // Without a canvas: what a bold condensed letter needs at most.
  if (!pen) return text.length * 0.6;
  pen.font = `800 ${PROBE}px ${font}`;
  return Math.max(0.6, pen.measureText(text).width / PROBE);
}
