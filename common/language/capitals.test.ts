import { afterEach, beforeEach, expect, it } from "vitest";
import { capitals, langAt, langOf } from "./capitals";

const MIXED = { languages: ["en", "tr", "sr"], card_languages: [0, 1, 2] };

beforeEach(() => (document.documentElement.lang = "en"));
afterEach(() => (document.documentElement.lang = ""));

it("tells the language of each card, and of clues the first", () => {
  expect([0, 1, 2].map((at) => langAt(MIXED, at))).toEqual(["en", "tr", "sr-Latn"]);
  expect(langOf(MIXED)).toBe("en");
});

it("takes all cards for the first language's where none is told", () => {
  expect(langAt({ languages: ["tr"], card_languages: [] }, 24)).toBe("tr");
});

it("takes the page's for pictures, and for a table that an earlier release dealt", () => {
  expect(langAt({ languages: [], card_languages: [] }, 3)).toBe("en");
});

it("makes the capitals of a language", () => {
  expect(capitals("inek ısırgan", "tr")).toBe("İNEK ISIRGAN");
  expect(capitals("straße", "de")).toBe("STRASSE");
  expect(capitals("ijsvrij", "nl")).toBe("IJSVRIJ");
  expect(capitals("forêt", "fr")).toBe("FORÊT");
  expect(capitals("γάιδαρος", "el")).toBe("ΓΑΪΔΑΡΟΣ");
});

it("makes those of the page where nothing is said", () => {
  expect(capitals("inek")).toBe("INEK");
  document.documentElement.lang = "tr";
  expect(capitals("inek")).toBe("İNEK");
});

it("does without a tag that is none", () => {
  expect(capitals("word", "my_words")).toBe("WORD");
  document.documentElement.lang = "";
  expect(capitals("word")).toBe("WORD");
});
