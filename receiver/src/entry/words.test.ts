import { expect, test } from "vitest";

import { byLanguage, checkLetters, unsaid } from "../../../common/testing/catalogs";
import type { Texts } from "../../../common/testing/catalogs";

const CATALOGS = byLanguage(import.meta.glob<Texts>("../../../languages/*/texts/tv-entry.json", { eager: true, import: "default" }));
const sources = import.meta.glob<string>("./*.{ts,tsx}", { query: "?raw", eager: true, import: "default" });

checkLetters(CATALOGS);

test("every key is said", () => {
  expect(unsaid(Object.keys(CATALOGS("en")), sources)).toEqual([]);
});
