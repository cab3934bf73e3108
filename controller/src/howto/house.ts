/** Which house rules the book tells: those of the game that is on, of the next one, or the usual. */
import { PRESETS } from "../../../common/wire";
import type { Settings, View } from "../../../common/wire";
import { over } from "../me";
import { VALUES } from "./content";
import type { Rule } from "./content";

export interface House {
  settings: Settings;
  /** "usual": outside of a room, so nothing is marked. */
  where: "usual" | "running" | "next";
  /** Of the next game, while one is on. */
  later: Settings | null;
}

export function houseOf(seen: View | null): House {
  if (seen === null) return { settings: PRESETS.classic, where: "usual", later: null };
  const { lobby, game } = seen;
  if (game === null || over(game)) return { settings: lobby.settings, where: "next", later: null };
  return { settings: game.settings, where: "running", later: lobby.settings };
}

/** The value that a house rule will have from the next game on, where that is another one. */
export function laterValue(house: House, rule: Rule): string | null {
  const value = house.later?.[rule];
  return value === undefined || value === house.settings[rule] ? null : value;
}

/** The house rules that make a difference: marks are made only where operatives tap. */
export function rulesThatCount({ settings }: House): readonly Rule[] {
  return (Object.keys(VALUES) as Rule[]).filter(
    (rule) => rule !== "marks" || settings.guessing === "operatives_tap",
  );
}
