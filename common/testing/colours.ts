/** Colours as eyes see them: contrast by WCAG, distance in CIELAB for each kind of colour blindness. */

type Rgb = readonly [number, number, number];
export type Light = "lamp" | "candle";
export type Eye = keyof typeof SEES;

/** Machado, Oliveira and Fernandes 2009, whole loss, on linear RGB. */
const SEES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
} as const satisfies Record<string, readonly [Rgb, Rgb, Rgb]>;

export const EYES = Object.keys(SEES) as Eye[];

/** The hex colour of each token, in this light; throws for a token that has none. */
export function tokensOf(css: string, light: Light): (name: string) => string {
  const [lamp = "", candle = ""] = css.split(':root[data-light="candle"]');
  const found = new Map<string, string>();
  for (const part of light === "lamp" ? [lamp] : [lamp, candle]) {
    for (const [, name = "", hex = ""] of part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6});/g)) found.set(name, hex);
  }
  return (name) => {
    const hex = found.get(name);
    if (hex === undefined) throw new Error(`no colour ${name}`);
    return hex;
  };
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** How far apart two colours are for such an eye; a just noticeable difference is about 2. */
export function apart(one: string, other: string, eye: Eye): number {
  const a = lab(seen(linear(one), eye));
  const b = lab(seen(linear(other), eye));
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));
}

function linear(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function seen(colour: Rgb, eye: Eye): Rgb {
  const [r, g, b] = SEES[eye].map((row) =>
    Math.min(1, Math.max(0, row.reduce((sum: number, share, at) => sum + share * (colour[at] ?? 0), 0))),
  );
  return [r ?? 0, g ?? 0, b ?? 0];
}

function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
