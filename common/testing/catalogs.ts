/** Catalogs for tests of the pages. That each language has every text, tools/languages.py checks. */
import { expect, test } from "vitest";
import { EVERY_LANGUAGE, aboutLanguage } from "../language/languages";
import type { Language } from "../language/languages";
import { SCRIPTS } from "../language/scripts";

export type Texts = Readonly<Record<string, string>>;
/** Throws for a language that has none. */
export type ByLanguage<File> = (language: Language) => File;

/** The languages that have catalogs of their own. */
export const WRITTEN = EVERY_LANGUAGE.filter((language) => aboutLanguage(language).parent === language);

/** One file of each language's folder, as Vite's `import.meta.glob` gives them. */
export function byLanguage<File>(files: Readonly<Record<string, File>>): ByLanguage<File> {
  return (language) => {
    const path = Object.keys(files).find((it) => it.includes(`/languages/${language}/`));
    const file = files[path ?? ""];
    if (file === undefined) throw new Error(`nothing in ${language}`);
    return file;
  };
}

/** Televisions have few fonts: whatever stands there needs one of ours. */
export function checkLetters(catalogs: ByLanguage<Texts>): void {
  test.each(WRITTEN)("there are only characters that the shipped fonts have, in %s", (language) => {
    // Latin letters, marks and digits stand in texts of every script.
    const text = Object.values(catalogs(language)).join("");
    const rest = text.replace(/[\u0020-\u017f\u2013\u2014\u2018-\u201e\u2026]/g, "");
    const { letters } = SCRIPTS[aboutLanguage(language).script];
    expect(Array.from(rest).filter((letter) => !letters.test(letter))).toEqual([]);
  });
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
