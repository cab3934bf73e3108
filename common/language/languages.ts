/** The languages that the pages speak: a folder of `languages/` each, whose headers the build puts together. */
import table from "virtual:languages";
import type { Script } from "./scripts";

/** What the build says of a language. */
export interface Row {
  tag?: string;
  script?: Script;
  parent?: string;
  plurals: string;
}

/** What is known of a language. */
export interface About {
  /** For browsers: screen readers, capital letters, fonts and plural forms go by it. */
  tag: string;
  script: Script;
  /** The language whose texts it reads: itself, where it has its own. */
  parent: string;
  /** The kinds of numbers for which a text that counts has a form, in their order. */
  plurals: readonly string[];
}

/** Its name on the wire, among the decks and of its folder. */
export type Language = string;

/** Changes the script of a text. */
export type Convert = (text: string) => string;

/** What makes a language's texts of its parent's. */
const CONVERTS: Readonly<Record<Language, () => Promise<Convert>>> = {
  "sr-Cyrl": () => import("./serbian").then(({ toCyrillic }) => toCyrillic),
};

export const EVERY_LANGUAGE: readonly Language[] = Object.keys(table);

/** What is known of a language. Throws for one that the pages don't speak. */
export function aboutLanguage(language: Language): About {
  const row = table[language];
  if (row === undefined) throw new Error(`no language: ${language}`);
  const { tag = language, script = "Latn", parent = language, plurals } = row;
  return { tag, script, parent, plurals: plurals.split(" ") };
}

/**
 * The language for a browser's tag such as "hr-HR" or "sr-Cyrl-RS"; null for others. Where two fit,
 * the one with more parts is the more special one.
 */
export function languageOf(tag: string): Language | null {
  const parts = tag.split(/[-_]/);
  const fits = EVERY_LANGUAGE.filter((language) => {
    const own = language.split("-");
    return own[0] === parts[0] && own.every((part) => parts.indexOf(part) >= 0);
  });
  return fits.sort((one, other) => one.length - other.length).pop() ?? null;
}

/** The first of these tags' languages that the pages speak, or else English. */
export function nearestLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageOf(tag);
    if (language !== null) return language;
  }
  return "en";
}

/** Loaders of a file for each language, by path, as Vite's `import.meta.glob` makes them. */
export type Files<File> = Record<string, () => Promise<File>>;

/** A language's file, and what is to be done to its texts. Rejects when it cannot be fetched. */
export async function fetchFile<File>(
  files: Files<File>,
  language: Language,
): Promise<{ file: File; convert: Convert }> {
  const { parent } = aboutLanguage(language);
  const path = Object.keys(files).find((it) => it.includes(`/${parent}/`));
  const load = files[path ?? ""];
  if (load === undefined) throw new Error(`nothing in ${language}`);
  return { file: await load(), convert: await (CONVERTS[language]?.() ?? asItIs) };
}

const asItIs: Convert = (text) => text;
