import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { aboutLanguage, fetchFile, languageOf, nearestLanguage } from "./languages";
import { NAMED, nameOfLanguage } from "./names";
import { SCRIPTS, lineHeight } from "./scripts";

test("the language for a browser's tags", () => {
  expect(languageOf("sr-Cyrl-RS")).toBe("sr-Cyrl");
  expect(languageOf("sr_RS")).toBe("sr");
  expect(nearestLanguage(["qaa", "hr-HR", "en"])).toBe("hr");
  expect(nearestLanguage(["hi-IN", "en-IN"])).toBe("hi");
  expect(nearestLanguage(["qaa"])).toBe("en");
});

test("a language reads its own file, or its parent's in its own script", async () => {
  const files = { "../languages/hr/x.json": () => Promise.resolve("riječ"), "../languages/sr/x.json": () => Promise.resolve("reč") };
  expect((await fetchFile(files, "hr")).file).toBe("riječ");
  const { file, convert } = await fetchFile(files, "sr-Cyrl");
  expect(convert(file)).toBe("реч");
  await expect(fetchFile(files, "hi")).rejects.toThrow("nothing in hi");
});

test("languages by their own names, and by their tags where nobody knows one", () => {
  expect(["sr-Cyrl", "fr", "qaa", "no tag"].map(nameOfLanguage)).toEqual(["Српски", "Français", "qaa", "no tag"]);
});

test("every language has a name in its own script", () => {
  for (const [language, name] of NAMED) {
    expect(name).toMatch(SCRIPTS[aboutLanguage(language).script].letters);
  }
});

test("every script has its faces, of words and of texts", () => {
  const faces = readFileSync("common/look/fonts.css", "utf-8").split("@font-face").slice(1);
  for (const { font } of Object.values(SCRIPTS)) {
    const families = faces
      .filter((face) => face.includes(`@fontsource/${font}`))
      .map((face) => /font-family: "(.*)"/.exec(face)?.[1]);
    expect(new Set(families)).toEqual(new Set(["Undercast Words", "Undercast Text"]));
  }
});

test("a line is as tall as its script needs", () => {
  expect(lineHeight("WORT", 1.02)).toBe(1.02);
  expect(lineHeight("हिन्दी", 1.02)).toBe(1.3);
  expect(lineHeight("TV हिन्दी", 1.02)).toBe(1.3);
});

interface Header {
  tag: string;
  plurals: Record<string, string>;
}

const HEADERS = Object.values(import.meta.glob<Header>("../../languages/*/language.json", { import: "default", eager: true }));

test.each(HEADERS)("the plural rules of $tag are those of CLDR, but for millions", ({ tag, plurals }) => {
  const browser = new Intl.PluralRules(tag);
  for (let n = 0; n < 1300; n += 1) {
    const found = Object.keys(plurals).find((kind) => holds(plurals[kind] ?? "", n));
    expect([n, found]).toEqual([n, browser.select(n)]);
  }
});

/** Whether a rule, "n % 10 = 2..4 and n % 100 != 12..14", holds for `n`. */
function holds(rule: string, n: number): boolean {
  return rule.split(" or ").some((some) =>
    some.split(" and ").every((relation) => {
      if (relation === "") return true;
      const [, modulus, not, listed = ""] = /^n(?: % (\d+))? (!?)= (.*)$/.exec(relation) ?? [];
      const value = modulus === undefined ? n : n % Number(modulus);
      const inside = listed.split(",").some((range) => {
        const [first = NaN, last = first] = range.split("..").map(Number);
        return first <= value && value <= last;
      });
      return inside === (not === "");
    }),
  );
}
