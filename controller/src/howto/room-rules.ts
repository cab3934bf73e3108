/** Which house rules the book tells: those of the game that is on, of the next one, or the usual. */
import { PRESETS } from "../../../common/wire";
import type { Settings, View } from "../../../common/wire";
import { rulesThatCount } from "../rules/house-rules";
import type { Rule } from "../rules/house-rules";
import { over } from "../view";
import { EVERY_OTHER_GAME, SECTIONS } from "./content";
import type { OtherGame, Section } from "./content";

export interface RoomRules {
  settings: Settings;
  /** "usual": outside of a room, so nothing is marked. */
  where: "usual" | "running" | "next";
  /** Of the next game, while one is on. */
  later: Settings | null;
}

export function roomRulesOf(seen: View | null): RoomRules {
  if (seen === null) return { settings: PRESETS.classic, where: "usual", later: null };
  const { lobby, game } = seen;
  if (game === null || over(game)) return { settings: lobby.settings, where: "next", later: null };
  return { settings: game.settings, where: "running", later: lobby.settings };
}

/** The value that a house rule will have from the next game on, where that is another one. */
export function laterValue(rules: RoomRules, rule: Rule): string | null {
  const value = rules.later?.[rule];
  return value === undefined || value === rules.settings[rule] ? null : value;
}

/** Whether a house rule makes no difference in this room, so that nothing about it is marked. */
export function isMoot(rules: RoomRules, rule: Rule): boolean {
  return rules.where !== "usual" && !rulesThatCount(rules.settings).includes(rule);
}

/** What this room plays instead of a classic game with words; a mode and pictures go together. */
export function otherGames({ settings }: RoomRules): readonly OtherGame[] {
  return EVERY_OTHER_GAME.filter((game) => game === settings.mode || game === settings.board);
}

/** Whether a section tells of what this room plays. */
export function isPlayed(rules: RoomRules, { id }: Section): boolean {
  return otherGames(rules).some((game) => game === id);
}

/** The sections as this room reads them: first what it plays. */
export function sectionsOf(rules: RoomRules): readonly Section[] {
  const played = SECTIONS.filter((section) => isPlayed(rules, section));
  return [...played, ...SECTIONS.filter((section) => !isPlayed(rules, section))];
}

/** The section that is unfolded at first: the idea, where the room plays the classic game. */
export function firstOf(rules: RoomRules): string {
  return otherGames(rules)[0] ?? "idea";
}
