import { describe, expect, test } from "vitest";

import { LANGUAGES, pluralForms } from "../../../common/i18n";
import type { Language } from "../../../common/i18n";
import { toCyrillic } from "../../../common/serbian";
import { EVERY_IDENTITY, EVERY_SEAT, EVERY_TEAM } from "../../../common/wire";

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
  // A new seat must be announced; a side of a duet holds a key.
  for (const seat of EVERY_SEAT) {
    expect([`say.key.${seat}`, `say.seat.${seat}`].some((key) => key in english)).toBe(true);
  }
});
