/** The house rules that are not the rule book's, in few words. */
import { minutes } from "../../common/seconds";
import type { Settings } from "../../common/wire";
import { say, spoken } from "./words";

/** Nothing for the rule book's own rules: there are no words for what is usual. */
export function houseRules(settings: Settings): string {
  const { sand_seconds, clue_seconds, guess_seconds, first_extra_seconds } = settings;
  const times = {
    sand: minutes(sand_seconds),
    clue: minutes(clue_seconds),
    first: minutes(clue_seconds + first_extra_seconds),
    guess: minutes(guess_seconds),
  };
  const rules: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const key = `rule.${name}.${value}`;
    // Without operatives who tap there are no marks to be seen.
    if (name === "marks" && settings.guessing !== "operatives_tap") continue;
    if (spoken()?.has(key)) rules.push(say(key, times));
  }
  // A line may end after a dot, never before it.
  return rules.join("\u00a0· ");
}
