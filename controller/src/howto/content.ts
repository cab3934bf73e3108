/**
 * The rule book: its sections in their order, as data. The texts are in `how-to-play.json` of each
 * language, with the same keys; the examples of clues in `how-to-play-examples.json`, each language with its own.
 *
 * Another mode of the game is one more section here, with its texts in every catalog; where it
 * plays something else than the other sections tell, these say so under `otherwise`. A sentence
 * that a house rule decides is a block of kind "rule": it shows the value that holds, and has the
 * others folded.
 */
import type { ShapeName } from "../../../common/look/shapes";
import { COMPOSITIONS, DUET_KEYS } from "../../../common/wire";
import type { Rule } from "../rules/house-rules";
import type en from "../../../languages/en/texts/how-to-play.json";

/** A text of the rule book. */
export type Text = keyof typeof en;

export type Block =
  | { kind: "text" | "heading"; text: Text }
  | { kind: "list" | "steps"; texts: readonly Text[] }
  /** What something is called, and at `<text>.text` what it is. */
  | { kind: "terms"; texts: readonly Text[] }
  /** A line for each identity of two rival teams, at `<prefix>.<identity>`. */
  | { kind: "identities"; prefix: "counts" | "effects" }
  | RuleBlock
  | { kind: "play"; play: Play }
  /** The table of the earned extra guess. */
  | { kind: "earned" }
  /** The table of clues. */
  | { kind: "examples" }
  /** The rules in four pictures. */
  | { kind: "pictures" }
  /** All house rules with the values that hold. */
  | { kind: "house_rules" }
  /** The presets, each with a sentence at `preset.<name>.text`. */
  | { kind: "presets" }
  /** What each score of co-op is called. */
  | { kind: "ratings" }
  /** How the two keys of a duet fit each other. */
  | { kind: "keys" }
  /** The way to another section. */
  | { kind: "way"; section: string };

/** What a room may play instead of a classic game with words; each has a section of that name. */
export const EVERY_OTHER_GAME = ["coop", "duet", "pictures"] as const;
export type OtherGame = (typeof EVERY_OTHER_GAME)[number];

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
  touches: readonly ShapeName[];
}

/** The book's title is `section.<id>`. */
export interface Section {
  id: string;
  blocks: readonly Block[];
  /** What is not as it says here, in a room that plays something else. */
  otherwise?: Readonly<Partial<Record<OtherGame, Text>>>;
}

const text = (key: Text): Block => ({ kind: "text", text: key });
const heading = (key: Text): Block => ({ kind: "heading", text: key });
const list = (...texts: readonly Text[]): Block => ({ kind: "list", texts });
const steps = (...texts: readonly Text[]): Block => ({ kind: "steps", texts });
const way = (section: string): Block => ({ kind: "way", section });
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

/** The identities that two rival teams play with. */
export const RIVALS_PLAY_WITH = ["red", "blue", "bystander", "assassin"] as const;

/** Scores of a won co-op game, the best one first: the opponent's agents; with pictures it has fewer. */
export const SCORES: readonly number[] = Array.from(
  { length: COMPOSITIONS.words.fewer },
  (_, revealed) => COMPOSITIONS.words.fewer - revealed,
);

const hasAgent = ({ a, b }: (typeof DUET_KEYS)[number]): boolean => a === "green" || b === "green";

/** How the two keys of a duet fit each other, agents first. */
export const KEYS = [...DUET_KEYS.filter(hasAgent), ...DUET_KEYS.filter((pair) => !hasAgent(pair))];

export const SECTIONS: readonly Section[] = [
  {
    id: "house_rules",
    blocks: [{ kind: "house_rules" }, heading("presets"), text("presets.text"), { kind: "presets" }],
  },
  {
    id: "idea",
    otherwise: { coop: "here.coop.idea", duet: "here.duet.idea" },
    blocks: [text("idea.teams"), { kind: "pictures" }],
  },
  {
    id: "table",
    otherwise: { duet: "here.duet.table", pictures: "here.pictures.table" },
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
    otherwise: { coop: "here.coop.turn", duet: "here.duet.turn" },
    blocks: [
      heading("turn.clue"),
      text("turn.clue.text"),
      rule("clues"),
      text("turn.correct"),
      heading("turn.guess"),
      text("turn.guess.text"),
      rule("guessing", { more: { operatives_tap: [rule("agreement")] } }),
      rule("marks"),
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
    otherwise: { coop: "here.coop.end", duet: "here.duet.end" },
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
    otherwise: { pictures: "here.pictures.clues" },
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
    otherwise: { coop: "here.alone", duet: "here.alone", pictures: "here.pictures.referee" },
    blocks: [
      text("referee.what"),
      rule("referee"),
      heading("referee.ask"),
      text("referee.ask.text"),
      list("referee.ask.allow", "referee.ask.reject", "referee.ask.clock", "referee.ask.exchange"),
      rule("rival_confirms"),
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
    otherwise: { coop: "here.coop.seats", duet: "here.duet.seats" },
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
  {
    id: "games",
    blocks: [
      text("games.text"),
      rule("mode", { more: { coop: [way("coop")], duet: [way("duet")] } }),
      rule("board", { more: { pictures: [way("pictures")] } }),
      text("games.three"),
      way("three"),
    ],
  },
  {
    id: "coop",
    blocks: [
      text("coop.what"),
      list("coop.red", "coop.turn", "coop.opponent", "coop.blue"),
      heading("coop.end"),
      list("coop.lost", "coop.won"),
      heading("coop.score"),
      text("coop.score.text"),
      { kind: "ratings" },
      text("here.alone"),
    ],
  },
  {
    id: "three",
    blocks: [
      text("three.what"),
      list("three.seats", "three.guess", "three.tap", "three.assassin"),
      text("three.win"),
    ],
  },
  {
    id: "duet",
    blocks: [
      text("duet.what"),
      list("duet.sides", "duet.more"),
      heading("duet.keys"),
      text("duet.keys.text"),
      { kind: "keys" },
      heading("duet.turn"),
      list("duet.first", "duet.judge", "duet.agent", "duet.bystander", "duet.assassin", "duet.stop"),
      heading("duet.tokens"),
      list("duet.token", "duet.done", "duet.counts"),
      heading("duet.example"),
      steps(
        "duet.example.1",
        "duet.example.2",
        "duet.example.3",
        "duet.example.4",
        "duet.example.5",
        "duet.example.6",
      ),
      heading("duet.sudden"),
      text("duet.sudden.text"),
      text("duet.won"),
      text("duet.without"),
    ],
  },
  {
    id: "pictures",
    blocks: [
      text("pictures.what"),
      list("pictures.counts", "pictures.kinds", "pictures.photos"),
      heading("pictures.clues"),
      list("pictures.say", "pictures.not", "pictures.referee"),
      text("pictures.modes"),
    ],
  },
  {
    id: "bots",
    blocks: [
      text("bots.what"),
      list("bots.seats", "bots.clues", "bots.guess", "bots.style"),
      rule("bot_pace"),
      heading("bots.notes"),
      text("bots.notes.text"),
      heading("bots.coach"),
      text("bots.coach.text"),
    ],
  },
  {
    id: "evening",
    blocks: [
      text("evening.what"),
      list("evening.rivals", "evening.together", "evening.key", "evening.next"),
      text("evening.abandoned"),
      text("evening.words"),
    ],
  },
  { id: "tv", blocks: [list("tv.shows", "tv.secret", "tv.how", "tv.lost")] },
];

/** A text whose key is put together at run time; a test checks that all of them are there. */
export function textOf(...parts: readonly (string | number)[]): Text {
  return parts.join(".") as Text;
}
