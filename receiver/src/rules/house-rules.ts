/** Which game is played, and the house rules that are not the rule book's, in few words. */
import { minutes } from "../../../common/clock/seconds";
import type { Settings } from "../../../common/wire";
import { say, spoken } from "../words";

/** What the game is called: its mode, and what lies on the table if that is not words. */
export function gameName({ mode, board }: Pick<Settings, "mode" | "board">): string {
  const name = say(`mode.${mode}`);
  return board === "words" ? name : `${name} · ${say(`board.${board}`)}`;
}

/**
 * The house rules in one line, and shorter ones in which the last rules are only counted: whoever
 * draws them takes the longest that fits. None where all is as in the rule book.
 */
export function shortened(settings: Settings): string[] {
  const rules = houseRules(settings);
  const lines = rules.map((_, left) => {
    const told = rules.slice(0, rules.length - left);
    const more = left === 0 ? [] : [say("lobby.rules.more", { n: left })];
    // A line may end after a dot, never before it.
    return say("lobby.rules", { rules: [...told, ...more].join("\u00a0· ") });
  });
  return rules.length > 1 ? [...lines, say("lobby.rules", { rules: String(rules.length) })] : lines;
}

/** What matters most first. There are no words for what is usual. */
function houseRules(settings: Settings): string[] {
  const { sand_seconds, clue_seconds, guess_seconds, first_extra_seconds } = settings;
  const times = {
    sand: minutes(sand_seconds),
    clue: minutes(clue_seconds),
    first: minutes(clue_seconds + first_extra_seconds),
    guess: minutes(guess_seconds),
  };
  const rules: string[] = [];
  for (const name of BY_WEIGHT) {
    const value = settings[name];
    const key = `rule.${name}.${value}`;
    // A duet has no marks; only operatives who tap have to agree.
    if (name === "marks" && settings.mode === "duet") continue;
    if (name === "agreement" && settings.guessing !== "operatives_tap") continue;
    if (name === "rival_confirms" && settings.mode !== "classic") continue;
    if (spoken()?.has(key)) rules.push(say(key, times));
  }
  const { mode, mistakes, coach } = settings;
  if (mode === "duet" && mistakes !== null) rules.push(say("rule.mistakes", { n: mistakes }));
  if (coach) rules.push(say("rule.coach"));
  return rules;
}

/** What changes the evening most comes first. */
const BY_WEIGHT = [
  "clues",
  "timer",
  "guessing",
  "plus_one",
  "referee",
  "penalty",
  "several_words",
  "abbreviations",
  "rhymes",
  "rival_confirms",
  "agreement",
  "marks",
] as const;
