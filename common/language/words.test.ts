import { describe, expect, test } from "vitest";

import { aboutLanguage } from "./languages";
import { loadWords, markDocument, wordsFrom } from "./words";

const english = { left: "{n} guess|{n} guesses", who: "{name} takes the {colour} key" };
const serbian = { left: "{n} pokušaj|{n} pokušaja|{n} pokušaja", who: "{name} uzima ključ" };

test("values are put in, and nothing else is touched", () => {
  const words = wordsFrom("en", english);
  expect(words.say("who", { name: "$& Ana", colour: "red" })).toBe("$& Ana takes the red key");
  expect(words.say("who", { name: "{colour}" })).toBe("{colour} takes the {colour} key");
});

test("English counts one and many", () => {
  const words = wordsFrom("en", english);
  expect([0, 1, 2].map((n) => words.say("left", { n }))).toEqual([
    "0 guesses",
    "1 guess",
    "2 guesses",
  ]);
});

test("Hindi counts 0 like 1", () => {
  const words = wordsFrom("hi", { left: "{n} अंदाज़ा|{n} अंदाज़े" });
  expect([0, 1, 2].map((n) => words.say("left", { n }))).toEqual([
    "0 अंदाज़ा",
    "1 अंदाज़ा",
    "2 अंदाज़े",
  ]);
});

test("the South Slavic languages count 1, 2 to 4, and 5", () => {
  const words = wordsFrom("hr", { bodovi: "{n} bod|{n} boda|{n} bodova" });
  const counted = [1, 2, 4, 5, 11, 12, 21, 22, 111].map((n) => words.say("bodovi", { n }));
  expect(counted).toEqual([
    "1 bod",
    "2 boda",
    "4 boda",
    "5 bodova",
    "11 bodova",
    "12 bodova",
    "21 bod",
    "22 boda",
    "111 bodova",
  ]);
});

describe("Serbian Cyrillic", () => {
  const catalogs = { "../languages/sr/x.json": () => Promise.resolve(serbian) };

  test("is made from the Latin catalog, while values stay as they are", async () => {
    const words = await loadWords(catalogs, "sr-Cyrl");
    expect(words.say("who", { name: "Ana" })).toBe("Ana узима кључ");
    expect(words.say("left", { n: 3 })).toBe("3 покушаја");
  });
});

test("an unknown key is its own text", () => {
  const words = wordsFrom<string>("en", english);
  expect(words.say("room/not_found")).toBe("room/not_found");
  expect(words.has("toString")).toBe(false);
});

test("the document says its language, its direction and its script", () => {
  markDocument("sr");
  const { lang, dir, dataset } = document.documentElement;
  expect([lang, dir, dataset["script"]]).toEqual([aboutLanguage("sr").tag, "ltr", "Latn"]);
});
