/** What every part of the rule book reaches for: the texts, the examples, the house rules. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Values } from "../../../common/language/words";
import type { PrimerWords } from "../primer/pictures";
import type { Rule } from "../rules/house-rules";
import { SECTIONS } from "./content";
import type { Block, Text } from "./content";
import type { Group } from "./examples";
import type { Book } from "./load";
import type { RoomRules } from "./room-rules";

export interface Reading {
  rules: RoomRules;
  examples: readonly Group[];
  primer: PrimerWords;
  say(text: Text, values?: Values): string;
  /** Unfold the section that tells of a house rule. */
  find(rule: Rule): void;
  /** Unfold a section. */
  open(section: string): void;
}

export const BookContext = createContext<Reading | null>(null);

/** Names that no language changes. */
const NAMES = { cast: "Chromecast", lg: "LG" };

export function useBook(): Reading {
  const page = useContext(BookContext);
  if (page === null) throw new Error("outside of the rule book");
  return page;
}

export function readingOf(
  { words, examples, primer }: Book,
  rules: RoomRules,
  go: (section: string, target: string) => void,
): Reading {
  const known: Values = { ...NAMES, ...secondsOf(rules) };
  const say = (text: Text, values: Values = {}): string => words.say(text, { ...known, ...values });
  const find = (rule: Rule): void => go(sectionOf(rule), ruleId(rule));
  const open = (section: string): void => go(section, titleId(section));
  return { rules, examples, primer, say, find, open };
}

export function titleId(section: string): string {
  return `howto-${section}`;
}

export function ruleId(rule: Rule): string {
  return `howto-rule-${rule}`;
}

/** The section that tells of a house rule. */
function sectionOf(rule: Rule): string {
  const tells = (block: Block): boolean => {
    if (block.kind !== "rule") return false;
    const more = Object.keys(block.more ?? {}).map((value) => block.more?.[value] ?? []);
    return block.rule === rule || more.some((blocks) => blocks.some(tells));
  };
  const section = SECTIONS.find(({ blocks }) => blocks.some(tells));
  if (section === undefined) throw new Error(`nothing tells of ${rule}`);
  return section.id;
}

function secondsOf({ settings }: RoomRules): Values {
  const { sand_seconds, clue_seconds, guess_seconds, first_extra_seconds } = settings;
  return { sand_seconds, clue_seconds, guess_seconds, first_extra_seconds };
}
