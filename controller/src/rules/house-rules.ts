/** The house rules as data: their values, and which of them go together. */
import {
  EVERY_ABBREVIATIONS,
  EVERY_AGREEMENT,
  EVERY_BOARD,
  EVERY_BOT_PACE,
  EVERY_CLUES,
  EVERY_GUESSING,
  EVERY_MARKS,
  EVERY_MODE,
  EVERY_PENALTY,
  EVERY_PLUS_ONE,
  EVERY_REFEREEING,
  EVERY_RHYMES,
  EVERY_RIVAL_CONFIRMS,
  EVERY_SEVERAL_WORDS,
  EVERY_TIMER,
  FORCED,
  LONGEST_TIME,
  MAX_TOKENS,
  PRESETS,
  SHORTEST_TIME,
} from "../../../common/wire";
import type { Settings, Timer } from "../../../common/wire";

/** The house rules that have named values; the other settings are numbers. */
export type Rule = {
  [Name in keyof Settings]: Settings[Name] extends string ? Name : never;
}[keyof Settings];

/** What a duet counts. */
export type Count = "tokens" | "mistakes";
export type Seconds = Exclude<keyof Settings, Rule | Count | "coach">;
export type Preset = keyof typeof PRESETS;

/** Every value of every house rule, in the order in which they are told. */
export const VALUES: { readonly [Name in Rule]: readonly Settings[Name][] } = {
  mode: EVERY_MODE,
  board: EVERY_BOARD,
  clues: EVERY_CLUES,
  guessing: EVERY_GUESSING,
  marks: EVERY_MARKS,
  agreement: EVERY_AGREEMENT,
  plus_one: EVERY_PLUS_ONE,
  referee: EVERY_REFEREEING,
  several_words: EVERY_SEVERAL_WORDS,
  abbreviations: EVERY_ABBREVIATIONS,
  rhymes: EVERY_RHYMES,
  rival_confirms: EVERY_RIVAL_CONFIRMS,
  penalty: EVERY_PENALTY,
  timer: EVERY_TIMER,
  bot_pace: EVERY_BOT_PACE,
};

export const EVERY_PRESET = Object.keys(PRESETS) as readonly Preset[];

/** What each timer is set by. */
export const TIMES: { readonly [Name in Timer]: readonly Seconds[] } = {
  off: [],
  sand: ["sand_seconds"],
  strict: ["clue_seconds", "guess_seconds", "first_extra_seconds"],
};

/** The times that a thumb can choose; a room may have others. */
const STEPS = [SHORTEST_TIME, 15, 20, 30, 45, 60, 75, 90, 120, 150, 180, 240, 300, 420, 600, LONGEST_TIME];

/** The next time that can be chosen, shorter or longer; null at the end. */
export function nextTime(name: Seconds, value: number, longer: boolean): number | null {
  const steps = name === "first_extra_seconds" ? [0, ...STEPS] : STEPS;
  const next = longer
    ? steps.find((step) => step > value)
    : steps.filter((step) => step < value).pop();
  return next ?? null;
}

/** What is counted in this mode. */
export function countsOf(mode: Settings["mode"]): readonly Count[] {
  return mode === "duet" ? ["tokens", "mistakes"] : [];
}

/** One more or one less; after the most mistakes comes any number (null); undefined at the end. */
export function nextCount(name: Count, value: number | null, more: boolean): number | null | undefined {
  if (value === null) return more ? undefined : MAX_TOKENS;
  const next = value + (more ? 1 : -1);
  if (next > MAX_TOKENS) return name === "mistakes" ? null : undefined;
  return next < (name === "tokens" ? 1 : 0) ? undefined : next;
}

/**
 * The house rules that make a difference. Operatives agree where they tap, and mark where there are
 * any; without rivals only a strict referee strikes a clue, and nobody confirms one.
 */
export function rulesThatCount({ mode, guessing, referee }: Settings): readonly Rule[] {
  return (Object.keys(VALUES) as Rule[]).filter((rule) => {
    if (FORCED[mode]?.[rule] !== undefined) return false;
    if (rule === "agreement") return guessing === "operatives_tap";
    if (rule === "marks") return mode !== "duet";
    if (rule === "rival_confirms") return mode === "classic";
    return rule !== "penalty" || mode === "classic" || referee === "strict";
  });
}

/** The preset that these rules are, whatever help there is beside it; null for a household's own. */
export function presetOf(rules: Settings): Preset | null {
  return EVERY_PRESET.find((preset) => sameRules({ ...PRESETS[preset], ...besideIt(rules) }, rules)) ?? null;
}

/** What stays when another game is chosen, apart from its board. */
export function besideIt({ coach, bot_pace }: Settings): Pick<Settings, "coach" | "bot_pace"> {
  return { coach, bot_pace };
}

export function sameRules(one: Settings, other: Settings): boolean {
  return (Object.keys(one) as (keyof Settings)[]).every((name) => one[name] === other[name]);
}
