/**
 * The rule book: its sections in their order, as data. The texts are in `catalogs/`, one file a
 * language with the same keys; the examples of clues in `examples/`, each language with its own.
 *
 * Another mode of the game is one more section here, with its texts in every catalog. A sentence
 * that a house rule decides is a block of kind "rule": it shows the value that holds, and has the
 * others folded.
 */
import {
  EVERY_ABBREVIATIONS,
  EVERY_CLUES,
  EVERY_GUESSING,
  EVERY_MARKS,
  EVERY_PENALTY,
  EVERY_PLUS_ONE,
  EVERY_REFEREE,
  EVERY_RHYMES,
  EVERY_SEVERAL_WORDS,
  EVERY_TIMER,
} from "../../../common/wire";
import type { Identity, Settings } from "../../../common/wire";
import type en from "./catalogs/en.json";

/** A text of the rule book. */
export type Text = keyof typeof en;

/** The house rules that have named values; the other settings are seconds. */
export type Rule = {
  [Name in keyof Settings]: Settings[Name] extends string ? Name : never;
}[keyof Settings];

/** Every value of every house rule, in the order in which they are told. */
export const VALUES: { readonly [Name in Rule]: readonly Settings[Name][] } = {
  clues: EVERY_CLUES,
  guessing: EVERY_GUESSING,
  marks: EVERY_MARKS,
  plus_one: EVERY_PLUS_ONE,
  referee: EVERY_REFEREE,
  several_words: EVERY_SEVERAL_WORDS,
  abbreviations: EVERY_ABBREVIATIONS,
  rhymes: EVERY_RHYMES,
  penalty: EVERY_PENALTY,
  timer: EVERY_TIMER,
};

export type Block =
  | { kind: "text" | "heading"; text: Text }
  | { kind: "list"; texts: readonly Text[] }
  /** What something is called, and at `<text>.text` what it is. */
  | { kind: "terms"; texts: readonly Text[] }
  /** A line for each identity, at `<prefix>.<identity>`. */
  | { kind: "identities"; prefix: "counts" | "effects" }
  | RuleBlock
  | { kind: "play"; play: Play }
  /** The table of the earned extra guess. */
  | { kind: "earned" }
  /** The table of clues. */
  | { kind: "examples" }
  /** All house rules with the values that hold. */
  | { kind: "house" };

/** What a house rule decides: a sentence at `<prefix>.<value>.text`. */
export interface RuleBlock {
  kind: "rule";
  rule: Rule;
  /** Where its sentences are; `set.<rule>` when left out. */
  prefix?: string;
  /** What else there is to say where it has a certain value. */
  more?: Readonly<Record<string, readonly Block[]>>;
}

/** A guess phase as it went: words at `play.<id>.<1, 2, …>`, what happened at `play.<id>.text`. */
export interface Play {
  id: "first" | "second" | "zero";
  number: number;
  /** How many cards may be touched; null without a limit. */
  limit: number | null;
  /** What came out, as red played it. */
  touches: readonly Identity[];
}

/** The book's title is `section.<id>`. */
export interface Section {
  id: string;
  blocks: readonly Block[];
}

const text = (key: Text): Block => ({ kind: "text", text: key });
const heading = (key: Text): Block => ({ kind: "heading", text: key });
const list = (...texts: readonly Text[]): Block => ({ kind: "list", texts });
const rule = (name: Rule, more: Omit<RuleBlock, "kind" | "rule"> = {}): Block => ({
  kind: "rule",
  rule: name,
  ...more,
});

export const PLAYS: Record<Play["id"], Play> = {
  first: { id: "first", number: 3, limit: 4, touches: ["red", "red", "bystander"] },
  second: { id: "second", number: 2, limit: 3, touches: ["red", "red", "red"] },
  zero: { id: "zero", number: 0, limit: null, touches: ["red", "bystander"] },
};

/** Four turns of one team with the earned extra guess; clue and story at `earned.<1, 2, …>`. */
export const EARNED = [
  { number: 3, found: 2, by_choice: true, before: 0, limit: 3, after: 1 },
  { number: 2, found: 3, by_choice: false, before: 1, limit: 3, after: 0 },
  { number: 2, found: 1, by_choice: false, before: 0, limit: 2, after: 0 },
  { number: 0, found: 1, by_choice: true, before: 0, limit: null, after: 0 },
] as const;

export const SECTIONS: readonly Section[] = [
  { id: "house", blocks: [{ kind: "house" }] },
  {
    id: "idea",
    blocks: [list("idea.teams", "idea.key", "idea.clue", "idea.guess", "idea.win")],
  },
  {
    id: "table",
    blocks: [
      text("table.words"),
      { kind: "identities", prefix: "counts" },
      text("table.shapes"),
      text("table.key"),
      list("table.start", "table.exchange"),
    ],
  },
  {
    id: "turn",
    blocks: [
      heading("turn.clue"),
      text("turn.clue.text"),
      rule("clues"),
      text("turn.correct"),
      heading("turn.guess"),
      text("turn.guess.text"),
      rule("guessing", { more: { operatives_tap: [rule("marks")] } }),
      text("turn.first"),
      heading("turn.cards"),
      text("turn.cards.text"),
      { kind: "identities", prefix: "effects" },
      heading("turn.limit"),
      rule("plus_one", {
        more: {
          always: [
            { kind: "play", play: PLAYS.first },
            { kind: "play", play: PLAYS.second },
          ],
          earned: [{ kind: "earned" }],
        },
      }),
      text("turn.limit.text"),
      heading("turn.zero"),
      text("turn.zero.text"),
      { kind: "play", play: PLAYS.zero },
    ],
  },
  {
    id: "end",
    blocks: [
      list("end.win", "end.assassin", "end.equal", "end.abandon"),
      text("end.debrief"),
      heading("end.undo"),
      text("end.undo.text"),
      rule("guessing", { prefix: "undo" }),
      text("end.undo.seen"),
    ],
  },
  {
    id: "clues",
    blocks: [
      text("clues.meaning"),
      list("clues.open", "clues.language"),
      text("clues.never"),
      list(
        "clues.never.letters",
        "clues.never.invented",
        "clues.never.translated",
        "clues.never.number",
        "clues.never.extra",
      ),
      heading("clues.examples"),
      text("clues.examples.text"),
      { kind: "examples" },
      heading("clues.several"),
      rule("several_words"),
      text("clues.invented"),
      rule("abbreviations"),
      rule("rhymes"),
    ],
  },
  {
    id: "referee",
    blocks: [
      text("referee.what"),
      rule("referee"),
      heading("referee.ask"),
      text("referee.ask.text"),
      list("referee.ask.allow", "referee.ask.reject", "referee.ask.clock"),
      heading("referee.challenge"),
      text("referee.challenge.text"),
      list("referee.challenge.concede", "referee.challenge.withdraw", "referee.challenge.uphold"),
      text("referee.valid"),
      heading("referee.penalty"),
      rule("penalty"),
      list("referee.penalty.win", "referee.alone"),
    ],
  },
  { id: "time", blocks: [text("time.text"), rule("timer"), text("time.pause")] },
  {
    id: "manners",
    blocks: [
      list(
        "manners.spymaster",
        "manners.luck",
        "manners.operatives",
        "manners.rivals",
        "manners.doubt",
        "manners.undo",
      ),
    ],
  },
  {
    id: "seats",
    blocks: [
      {
        kind: "terms",
        texts: [
          "seats.spymaster",
          "seats.operative",
          "seats.both",
          "seats.key_holder",
          "seats.spectator",
          "seats.host",
        ],
      },
      list("seats.announced", "seats.seen", "seats.held", "seats.late", "seats.lost"),
    ],
  },
  { id: "tv", blocks: [list("tv.shows", "tv.secret", "tv.how", "tv.lost")] },
];

/** A text whose key is put together at run time; a test checks that all of them are there. */
export function textOf(...parts: readonly (string | number)[]): Text {
  return parts.join(".") as Text;
}
