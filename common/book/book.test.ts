import { describe, expect, it } from "vitest";
import { byLanguage, checkLetters, unsaid } from "../testing/catalogs";
import type { Texts } from "../testing/catalogs";
import { PRESETS } from "../wire";
import type { Identity, LookBackPart, ScreenPage, Touch, Turn } from "../wire";
import { awardText } from "./awards";
import { boardAt, momentOfTurn, momentsOf, newsAt } from "./moments";
import type { Told } from "./moments";
import { FINALE, lookingBack, momentNow, nextChange, PACE, partNow } from "./passing";

const CATALOGS = byLanguage(import.meta.glob<Texts>("../../languages/*/texts/book.json", { import: "default", eager: true }));
const sources = import.meta.glob<string>("../../{common,controller/src,receiver/src}/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

checkLetters(CATALOGS);

it("every key is said", () => {
  const states = ["opening", "offline", "failed", "gone"];
  expect(unsaid(Object.keys(CATALOGS("en")), sources).filter((key) => states.indexOf(key) < 0)).toEqual([]);
});

const NONE: Turn = {
  team: "red", clue: null, giver: null, touches: [], ended: null, struck: [], cover: null, side: null, agreed: false, corrected: false,
};
const touch = (position: number, identity: Identity, undone = false): Touch => ({ position, identity, by: "p1", undone });

/** Red finds 0, takes 2 back, misses with 3; blue's clue is struck and costs it 1; blue wakes the assassin. */
const TURNS: readonly Turn[] = [
  { ...NONE, clue: { word: "tree", number: 2 }, giver: "p1", touches: [touch(0, "red"), touch(2, "blue", true), touch(3, "bystander")] },
  { ...NONE, team: "blue", struck: [{ clue: { word: "sky", number: 1 }, by: "referee" }] },
  { ...NONE, cover: 1, clue: { word: "river", number: 1 }, giver: "p1", touches: [touch(4, "assassin")] },
];
const TOLD: Told = {
  settings: PRESETS.classic,
  codenames: ["a", "b", "c", "d", "e"],
  languages: [],
  card_languages: [],
  revealed: ["red", "red", null, "bystander", "assassin"],
  turns: TURNS,
  result: { winner: "blue", ending: "assassin", score: null },
  awards: [],
};

describe("the moments of a game", () => {
  it("are what everybody saw, in its order", () => {
    expect(momentsOf(TURNS).map(({ turn }) => turn)).toEqual([0, 0, 0, 0, 1, 2, 2, 2]);
    const boards = Array.from({ length: 9 }, (_, n) => boardAt(TOLD, n).revealed.map((one) => one?.[0] ?? ".").join(""));
    expect(boards).toEqual([".....", ".....", "r....", "r.b..", "r..b.", "r..b.", "rr.b.", "rr.b.", "rr.ba"]);
  });

  it("name the card that is new", () => {
    expect(Array.from({ length: 9 }, (_, n) => newsAt(TOLD, n))).toEqual([null, null, 0, 2, 3, null, 1, null, 4]);
  });

  it("end as the game did, and begin with no turn", () => {
    expect(boardAt(TOLD, 99)).toMatchObject({ revealed: TOLD.revealed, turns: TURNS });
    expect(boardAt(TOLD, 0).turns).toEqual([]);
    expect([momentOfTurn(TURNS, 0), momentOfTurn(TURNS, 2), momentOfTurn(TURNS, 9)]).toEqual([1, 6, 8]);
  });

  it("leave a duet's bystander hidden to the other side", () => {
    const turns: Turn[] = [{ ...NONE, team: "green", side: "side_a", clue: { word: "x", number: 1 }, touches: [touch(0, "bystander"), touch(1, "green")] }];
    const duet: Told = { ...TOLD, settings: PRESETS.duet, turns, revealed: [null, "green", null, null, null] };
    expect(boardAt(duet, 2)).toMatchObject({ revealed: [null, null, null, null, null], duet: { bystanders: [{ position: 0, side: "side_b" }] } });
    expect(boardAt(duet, 3).revealed).toEqual(duet.revealed);
  });
});

describe("what is shown when", () => {
  const still: ScreenPage = { game: 1, motion: "still", moment: 3, at: 1000, part: null };
  const plays: ScreenPage = { ...still, motion: "playing" };

  it("stands, or goes on one moment at a time", () => {
    expect([momentNow(still, TURNS, 1e6), nextChange(still, TURNS, 0, 1e6)]).toEqual([3, null]);
    expect(momentNow(plays, TURNS, 1000)).toBe(3);
    expect(nextChange(plays, TURNS, 0, 1000 + PACE / 4)).toBe((PACE * 3) / 4);
    expect(momentNow(plays, TURNS, 1000 + PACE)).toBe(4);
    expect([momentNow(plays, TURNS, 1e9), nextChange(plays, TURNS, 0, 1e9)]).toEqual([8, null]);
  });

  it("is not ahead of a clock that is behind", () => {
    expect(momentNow(plays, TURNS, 0)).toBe(3);
  });

  it("looks back: the board, the clues in twenty seconds at most, awards, the next keys", () => {
    const parts = lookingBack(TURNS, 2);
    expect(parts.map(({ kind, turn }) => `${kind} ${turn}`)).toEqual(["finale -1", "board -1", "turn 0", "turn 2", "awards -1", "next -1"]);
    const back: ScreenPage = { game: 1, motion: "looking_back", moment: 0, at: 1000, part: null };
    expect(partNow(parts, back, 1000)?.kind).toBe("finale");
    expect(partNow(parts, back, 1000 + FINALE)?.kind).toBe("board");
    expect(partNow(parts, back, 1e9)).toBeNull();
    expect(nextChange(back, TURNS, 2, 1e9)).toBeNull();
    expect(nextChange(back, TURNS, 2, 1000)).toBe(FINALE);
    const from = (part: LookBackPart, awards = 2): string[] => lookingBack(TURNS, awards, part).map(({ kind }) => kind);
    expect([from("clues"), from("awards"), from("next_keys")]).toEqual([["board", "turn", "turn", "awards", "next"], ["awards", "next"], ["next"]]);
    expect(from("awards", 0)).toEqual(["next"]);
    expect(nextChange({ ...back, part: "next_keys" }, TURNS, 2, 1000 + 7000)).toBeNull();
    const long = lookingBack(Array.from({ length: 40 }, () => TURNS[0]!), 0).filter(({ kind }) => kind === "turn");
    expect(long[39]!.until - long[0]!.until).toBeLessThan(20_000);
  });
});

it("says what an award is for", () => {
  const say = (key: string, values: object = {}): string => `${key} ${JSON.stringify(values)}`;
  const escape = { kind: "escape", turn: 0, value: 1, by: null } as const;
  expect(awardText({ say }, { kind: "boldest", turn: 0, value: 2, by: "p1" }, TOLD)).toMatchObject({ clue: "TREE 2", who: "p1" });
  expect(awardText({ say }, { kind: "guesser", turn: 0, value: 2, by: "p2" }, TOLD)).toMatchObject({ clue: null, who: "p2" });
  expect(awardText({ say }, escape, TOLD).what).toContain("agents");
  // Red's turn woke the assassin: it is blue that escaped.
  expect([awardText({ say }, escape, TOLD).team, awardText({ say }, { ...escape, kind: "stop" }, TOLD).team]).toEqual(["blue", "red"]);
  expect(awardText({ say }, escape, { ...TOLD, settings: PRESETS.duet }).what).toContain("tokens");
});
