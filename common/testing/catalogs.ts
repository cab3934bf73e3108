/** What every folder of catalogs has to keep, for the tests of each. */
import { describe, expect, test } from "vitest";
import { EVERY_LANGUAGE, LANGUAGES } from "../language/languages";
import type { Language } from "../language/languages";
import { SCRIPTS } from "../language/scripts";
import { pluralsOf } from "../language/words";

export type Texts = Readonly<Record<string, string>>;
export type ByLanguage<File> = Readonly<Record<Language, File>>;

/** The languages that have catalogs of their own. */
export const WRITTEN = EVERY_LANGUAGE.filter((language) => LANGUAGES[language].parent === undefined);

/** The files of a folder, as Vite's `import.meta.glob` gives them, by their languages. */
export function byLanguage<File>(files: Readonly<Record<string, File>>): ByLanguage<File> {
  const named = Object.entries(files).map(([path, file]) => [/([\w-]+)\.json$/.exec(path)?.[1] ?? path, file]);
  return Object.fromEntries(named) as ByLanguage<File>;
}

export function checkCatalogs(catalogs: ByLanguage<Texts>): void {
  const { en: english } = catalogs;

  test("there is one for each language, and no other", () => {
    expect(Object.keys(catalogs).sort()).toEqual([...WRITTEN].sort());
  });

  describe.each(WRITTEN)("in %s", (language) => {
    const texts = catalogs[language];

    test("keys are the English ones, in the same order", () => {
      expect(Object.keys(texts)).toEqual(Object.keys(english));
    });

    test("every key has a text, and each of its forms the same placeholders", () => {
      for (const [key, text] of Object.entries(texts)) {
        for (const form of text.split("|")) {
          expect([key, form.trim() === ""]).toEqual([key, false]);
          // A form for one number alone may leave it out.
          expect([key, placeholders(`${form} {n}`)]).toEqual([key, placeholders(`${english[key]} {n}`)]);
        }
        expect([key, placeholders(text)]).toEqual([key, placeholders(english[key])]);
      }
    });

    test("what counts has every plural form, and nothing else has any", () => {
      for (const [key, text] of Object.entries(texts)) {
        const counts = english[key]?.includes("|") === true;
        expect([key, text.split("|").length]).toEqual([key, counts ? pluralsOf(language).forms : 1]);
      }
    });
  });
}

/** Televisions have few fonts: whatever stands there needs one of ours. */
export function checkLetters(catalogs: ByLanguage<Texts>): void {
  test.each(WRITTEN)("there are only characters that the shipped fonts have, in %s", (language) => {
    // Latin letters, marks and digits stand in texts of every script.
    const text = Object.values(catalogs[language]).join("");
    const rest = text.replace(/[\u0020-\u017f\u2013\u2014\u2018-\u201e\u2026]/g, "");
    const { letters } = SCRIPTS[LANGUAGES[language].script];
    expect(Array.from(rest).filter((letter) => !letters.test(letter))).toEqual([]);
  });
}

function placeholders(text = ""): string[] {
  return Array.from(new Set(text.match(/\{\w+\}/g) ?? [])).sort();
}

/** The keys that stand nowhere in these sources, neither whole nor as `turn.${team}`; tests left out. */
export function unsaid(keys: readonly string[], sources: Readonly<Record<string, string>>): string[] {
  const code = Object.keys(sources)
    .filter((path) => !path.includes(".test."))
    .map((path) => sources[path])
    .join("\n");
  const made = Array.from(code.matchAll(/`([a-z][\w.]*\.\$\{[^`]*)`/g), ([, template = ""]) => {
    const fixed = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/\W/g, "\\$&"));
    return new RegExp(`^${fixed.join("[\\w/.]+")}$`);
  });
  return keys.filter((key) => !code.includes(`"${key}"`) && !made.some((pattern) => pattern.test(key)));
}
