/**
 * Clues with their verdicts. `examples/<language>.json` has a language's own: words that are good
 * examples there, not translations. They are plain data, so that a referee can be asked the same.
 */
import type { Settings } from "../../../common/wire";

export const EVERY_VERDICT = [
  "legal",
  "illegal",
  /** The referee is not sure: the rival says. */
  "questioned",
  /** It depends on what was meant: nothing that a program can find. */
  "people",
] as const;
export type Verdict = (typeof EVERY_VERDICT)[number];

/** The house rules that decide about kinds of clues. */
export type Ruling = "several_words" | "abbreviations" | "rhymes";

export const RULINGS: { readonly [Name in Ruling]: Readonly<Record<Settings[Name], Verdict>> } = {
  several_words: { refuse: "illegal", ask: "questioned", allow: "legal" },
  abbreviations: { allow: "legal", refuse: "illegal" },
  rhymes: { by_meaning: "people", any: "legal" },
};

/** Why; its text is at `reason.<name>`. */
export const EVERY_WHY = [
  "same",
  "form",
  "spelling",
  "spelled",
  "part",
  "shares",
  "letters",
  "sound",
  "meaning",
  "number",
  "count",
  "name",
  "abbreviation",
  "word",
  "foreign",
  "translation",
  "rhyme",
  "open",
] as const;
export type Why = (typeof EVERY_WHY)[number];

export interface Example {
  clue: string;
  /** 1 when left out. */
  number?: number;
  /** Left out where a house rule decides. */
  verdict?: Verdict;
  by?: Ruling;
  reason: Why;
}

/** Clues for one state of the board. */
export interface Group {
  /** A card on the board; left out when it does not matter what lies there. */
  card?: string;
  /** Whether it is revealed. */
  open?: boolean;
  /** How many agents the team still looks for; left out when it does not matter. */
  left?: number;
  clues: readonly Example[];
}

/** What comes of a clue under these house rules. Without a referee, whatever is unsure is for people. */
export function verdictOf({ verdict, by }: Example, settings: Settings): Verdict {
  const found = by === undefined ? verdict : ruledBy(by, settings);
  if (found === undefined) throw new Error("an example without a verdict");
  return found === "questioned" && settings.referee === "off" ? "people" : found;
}

function ruledBy(ruling: Ruling, settings: Settings): Verdict {
  const verdicts: Readonly<Record<string, Verdict>> = RULINGS[ruling];
  const found = verdicts[settings[ruling]];
  if (found === undefined) throw new Error(`no verdict for ${ruling} ${settings[ruling]}`);
  return found;
}
