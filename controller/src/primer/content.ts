/** The rules in four pictures: what each shows, and the sentence below it in each mode. */
import type { Mode } from "../../../common/wire";
import type en from "../../../languages/en/texts/primer.json";

export type Text = keyof typeof en;

export const EVERY_PICTURE = ["key", "clue", "guess", "win"] as const;
export type Picture = (typeof EVERY_PICTURE)[number];

/** What a mode plays otherwise. */
const OTHERWISE: Record<Mode, Readonly<Partial<Record<Picture, Text>>>> = {
  classic: {},
  coop: { win: "win.coop" },
  duet: { key: "key.duet", win: "win.duet" },
};

export function captionOf(picture: Picture, mode: Mode): Text {
  return OTHERWISE[mode][picture] ?? picture;
}
