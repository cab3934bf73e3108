/** What both pages say, once. */
import { expect, test } from "vitest";
import { WRITTEN, byLanguage, checkLetters } from "../testing/catalogs";
import type { ByLanguage, Texts } from "../testing/catalogs";

const SHARED = byLanguage(import.meta.glob<Texts>("../../languages/*/texts/shared.json", { import: "default", eager: true }));
const PHONE = byLanguage(
  import.meta.glob<Texts>("../../languages/*/texts/phone.json", { import: "default", eager: true }),
);
const TV = byLanguage(import.meta.glob<Texts>("../../languages/*/texts/tv.json", { import: "default", eager: true }));

const keys = (catalogs: ByLanguage<Texts>): string[] => Object.keys(catalogs("en"));

checkLetters(SHARED);

test("neither page has a text of its own for a key of both", () => {
  const shared = keys(SHARED);
  expect([...keys(PHONE), ...keys(TV)].filter((key) => shared.indexOf(key) >= 0)).toEqual([]);
});

test("what the pages say by the same key and alike in every language lies in it", () => {
  const both = keys(PHONE).filter((key) => key in TV("en"));
  const alike = both.filter((key) => WRITTEN.every((language) => PHONE(language)[key] === TV(language)[key]));
  expect(alike).toEqual([]);
});
