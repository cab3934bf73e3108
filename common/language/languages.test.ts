import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { EVERY_LANGUAGE, LANGUAGES, fetchFile, languageOf, nameOfLanguage, nearestLanguage } from "./languages";
import { SCRIPTS, lineHeight } from "./scripts";

test("the language for a browser's tags", () => {
  expect(languageOf("sr-Cyrl-RS")).toBe("sr-Cyrl");
  expect(languageOf("sr_RS")).toBe("sr");
  expect(nearestLanguage(["de-AT", "hr-HR", "en"])).toBe("hr");
  expect(nearestLanguage(["hi-IN", "en-IN"])).toBe("hi");
  expect(nearestLanguage(["fr"])).toBe("en");
});

test("a language reads its own file, or its parent's in its own script", async () => {
  const files = { "./x/hr.json": () => Promise.resolve("riječ"), "./x/sr.json": () => Promise.resolve("reč") };
  expect((await fetchFile(files, "hr")).file).toBe("riječ");
  const { file, convert } = await fetchFile(files, "sr-Cyrl");
  expect(convert(file)).toBe("реч");
  await expect(fetchFile(files, "hi")).rejects.toThrow("nothing in hi");
});

test("languages by their own names, and by their tags where nobody knows one", () => {
  expect(["sr-Cyrl", "fr", "qaa", "no tag"].map(nameOfLanguage)).toEqual(["Српски", "Français", "qaa", "no tag"]);
});

test("every language has a name in its own script", () => {
  for (const language of EVERY_LANGUAGE) {
    const { name, script } = LANGUAGES[language];
    expect(name).toMatch(SCRIPTS[script].letters);
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
