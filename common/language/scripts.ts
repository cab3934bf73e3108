/** The scripts that languages are written in. A further one is a row here, and its faces in look/fonts.css. */

interface Row {
  direction: "ltr" | "rtl";
  letters: RegExp;
  /** What the names of the npm packages that draw them begin with. */
  font: string;
  /** How tall a line is at least, as a share of the font size; 0 where capitals say it. */
  line: number;
}

/** By their codes (ISO 15924). */
const ROWS = {
  Latn: { direction: "ltr", letters: /[A-Za-z\u00c0-\u017f]/, font: "sofia-sans", line: 0 },
  // Sofia Sans draws Bulgarian letters.
  Cyrl: { direction: "ltr", letters: /[\u0400-\u045f]/, font: "fira-sans", line: 0 },
  // The letters hang from a line and have signs above it and below them.
  Deva: { direction: "ltr", letters: /[\u0900-\u097f]/, font: "khand", line: 1.3 },
} satisfies Record<string, Row>;

export type Script = keyof typeof ROWS;

export const SCRIPTS: Readonly<Record<Script, Row>> = ROWS;

/** How tall a line of this text is, as a share of its font size: `capitals` for most scripts. */
export function lineHeight(text: string, capitals: number): number {
  const found = Object.values(SCRIPTS).filter(({ letters }) => letters.test(text));
  return Math.max(capitals, ...found.map(({ line }) => line));
}
