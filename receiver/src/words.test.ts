import { expect, test } from "vitest";

import { toCyrillic } from "../../common/language/serbian";
import { byLanguage, checkLetters, unsaid } from "../../common/testing/catalogs";
import type { Texts } from "../../common/testing/catalogs";
import {
  EVERY_ABBREVIATIONS,
  EVERY_AGREEMENT,
  EVERY_CLUES,
  EVERY_GUESSING,
  EVERY_MARKS,
  EVERY_PENALTY,
  EVERY_PLUS_ONE,
  EVERY_REFEREEING,
  EVERY_RHYMES,
  EVERY_RIVAL_CONFIRMS,
  EVERY_SEAT,
  EVERY_SEVERAL_WORDS,
  EVERY_TIMER,
  PRESETS,
} from "../../common/wire";
import type { Settings } from "../../common/wire";
import { english } from "../testing/words";

const CATALOGS = byLanguage(import.meta.glob<Texts>("../../languages/*/texts/tv.json", { eager: true, import: "default" }));
const SHARED = byLanguage(
  import.meta.glob<Texts>("../../languages/*/texts/shared.json", { eager: true, import: "default" }),
);
const sources = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", eager: true, import: "default" });

checkLetters(CATALOGS);

test("every key is said", () => {
  expect(unsaid(Object.keys({ ...SHARED("en"), ...CATALOGS("en") }), sources)).toEqual([]);
});

test("Serbian Cyrillic leaves no Latin word but names of things", () => {
  const latin = Object.values({ ...SHARED("sr"), ...CATALOGS("sr") })
    .map((text) => toCyrillic(text).replace(/\{\w+\}/g, ""))
    .join(" ")
    .match(/[A-Za-zČĆĐŠŽčćđšž]+/g);
  expect(Array.from(new Set(latin)).sort()).toEqual(["Fi", "OK", "QR", "Wi"]);
});

test("every score has a rating, and every seat that is taken is announced", () => {
  for (let score = 1; score <= 8; score += 1) {
    expect(english.has(`coop.rating.${score}`)).toBe(true);
  }
  // A new seat must be announced; a side of a duet holds a key.
  for (const seat of EVERY_SEAT) {
    expect([`news.key.${seat}`, `news.seat.${seat}`].some(english.has)).toBe(true);
  }
});

const VALUES: Partial<Record<keyof Settings, readonly string[]>> = {
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
};

test("there are words for every house rule but the rule book's own", () => {
  for (const [name, usual] of Object.entries(PRESETS.classic)) {
    const unusual = (VALUES[name as keyof Settings] ?? []).filter((value) => value !== usual);
    const told = Object.keys(CATALOGS("en")).filter((key) => key.startsWith(`rule.${name}.`));
    expect(told.sort()).toEqual(unusual.map((value) => `rule.${name}.${value}`).sort());
  }
});
