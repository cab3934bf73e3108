import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { EVERY_LANGUAGE } from "../language/languages";
import { drawn, emojiOf, loadNaming } from "./scene";

const DECK = readFileSync("wordlists/scenes/scenes.txt", "utf-8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

test("the emoji of a scene", () => {
  expect(emojiOf("🐟☂️")).toEqual(["🐟", "☂️"]);
  expect(emojiOf("⚖️🐘🐭")).toEqual(["⚖️", "🐘", "🐭"]);
  expect(emojiOf("")).toEqual([]);
});

test("a scene is drawn without selectors", () => {
  expect(drawn("🕷️☂️")).toBe("🕷☂");
  expect(drawn("🐟🚲")).toBe("🐟🚲");
});

describe.each(EVERY_LANGUAGE)("in %s", (language) => {
  test("every scene has a name, and no other scene has it", async () => {
    const naming = await loadNaming(language);
    const called = DECK.map(naming);
    expect(called.filter((name) => /\p{Extended_Pictographic}/u.test(name))).toEqual([]);
    expect(new Set(called).size).toBe(DECK.length);
  });
});

test("a scene is called by what is in it", async () => {
  expect((await loadNaming("en"))("🐟☂️")).toBe("fish, umbrella");
  expect((await loadNaming("hr"))("⚖️🐘🐭")).toBe("vaga, slon, miš");
  expect((await loadNaming("sr-Cyrl"))("🐻📱")).toBe("медвед, мобилни телефон");
});

test("what has no name stands for itself", async () => {
  expect((await loadNaming("en"))("🐟🪐")).toBe("fish, 🪐");
});
