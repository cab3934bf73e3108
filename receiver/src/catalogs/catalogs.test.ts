import { describe, expect, test } from "vitest";

import { LANGUAGES, pluralForms } from "../../../common/language/words";
import type { Language } from "../../../common/language/words";
import { toCyrillic } from "../../../common/language/serbian";
import {
  EVERY_ABBREVIATIONS,
  EVERY_CLUES,
  EVERY_GUESSING,
  EVERY_IDENTITY,
  EVERY_MARKS,
  EVERY_MODE,
  EVERY_PENALTY,
  EVERY_PLUS_ONE,
  EVERY_REFEREE,
  EVERY_RHYMES,
  EVERY_SEAT,
  EVERY_SEVERAL_WORDS,
  EVERY_STRUCK_BY,
  EVERY_TEAM,
  EVERY_TIMER,
  PRESETS,
} from "../../../common/wire";
import type { Settings } from "../../../common/wire";

type Texts = Record<string, string>;
const files = import.meta.glob<Texts>("./*.json", { eager: true, import: "default" });
const catalog = (language: Language): Texts => files[`./${language}.json`] ?? {};
const english = catalog("en");
const written = LANGUAGES.filter((language) => language !== "sr-Cyrl");

const placeholders = (text: string): string[] =>
  Array.from(new Set(text.match(/\{\w+\}/g) ?? [])).sort();

describe.each(written)("the catalog %s", (language) => {
  const texts = catalog(language);

  test("is complete, in the same order, and holds nothing else", () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  test.each(Object.keys(english))("%s has a text with the same placeholders", (key) => {
    const text = texts[key] ?? "";
    expect(text.trim()).not.toBe("");
    for (const form of text.split("|")) {
      expect(placeholders(english[key] ?? "")).toEqual(placeholders(form));
    }
  });

  test.each(Object.keys(english).filter((key) => english[key]?.includes("|")))(
    "%s has all plural forms",
    (key) => {
      expect((texts[key] ?? "").split("|")).toHaveLength(pluralForms(language));
    },
  );

  test("uses only characters that the shipped fonts have", () => {
    const latin = /[\u0020-\u017f\u2013\u2014\u2018-\u201e\u2026]/g;
    const rest = Object.values(texts).join("").replace(latin, "");
    expect(rest).toMatch(language === "hi" ? /^[\u0901-\u0965]+$/ : /^$/);
  });
});

test("Serbian Cyrillic leaves no Latin word but names of things", () => {
  const latin = Object.values(catalog("sr"))
    .map((text) => toCyrillic(text).replace(/\{\w+\}/g, ""))
    .join(" ")
    .match(/[A-Za-zČĆĐŠŽčćđšž]+/g);
  expect(Array.from(new Set(latin)).sort()).toEqual(["Fi", "OK", "QR", "Wi"]);
});

test("whatever the server names has a text", () => {
  for (const team of EVERY_TEAM) expect(english).toHaveProperty([`team.${team}`]);
  for (const identity of EVERY_IDENTITY) {
    expect(english).toHaveProperty([`identity.${identity}`]);
    expect(english).toHaveProperty([`say.touched.${identity}`]);
  }
  for (const mode of EVERY_MODE) expect(english).toHaveProperty([`mode.${mode}`]);
  for (let score = 1; score <= 8; score += 1) {
    expect(english).toHaveProperty([`coop.rating.${score}`]);
  }
  for (const by of EVERY_STRUCK_BY) expect(english).toHaveProperty([`struck.${by}`]);
  // A new seat must be announced; a side of a duet holds a key.
  for (const seat of EVERY_SEAT) {
    expect([`say.key.${seat}`, `say.seat.${seat}`].some((key) => key in english)).toBe(true);
  }
});

const VALUES: Partial<Record<keyof Settings, readonly string[]>> = {
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

test("there are words for every house rule but the rule book's own", () => {
  for (const [name, usual] of Object.entries(PRESETS.classic)) {
    const unusual = (VALUES[name as keyof Settings] ?? []).filter((value) => value !== usual);
    const told = Object.keys(english).filter((key) => key.startsWith(`rule.${name}.`));
    expect(told.sort()).toEqual(unusual.map((value) => `rule.${name}.${value}`).sort());
  }
});
