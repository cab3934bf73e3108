/** The languages that the pages speak. A further one is a row here, and a file in each folder of catalogs. */
import type { Script } from "./scripts";

interface Row {
  /** What it calls itself. */
  name: string;
  /** For browsers: screen readers, capital letters, fonts and plural forms go by it. */
  tag: string;
  script: Script;
  /** The language whose catalogs it reads, where it has none of its own … */
  parent?: string;
  /** … and what makes its texts of those. */
  convert?(): Promise<Convert>;
}

/** Changes the script of a text. */
export type Convert = (text: string) => string;

/** By their names on the wire and among the decks. */
const ROWS = {
  en: { name: "English", tag: "en", script: "Latn" },
  bs: { name: "Bosanski", tag: "bs", script: "Latn" },
  hr: { name: "Hrvatski", tag: "hr", script: "Latn" },
  sr: { name: "Srpski", tag: "sr-Latn", script: "Latn" },
  "sr-Cyrl": {
    name: "Српски",
    tag: "sr-Cyrl",
    script: "Cyrl",
    parent: "sr",
    convert: () => import("./serbian").then(({ toCyrillic }) => toCyrillic),
  },
  hi: { name: "हिन्दी", tag: "hi", script: "Deva" },
} satisfies Record<string, Row>;

export type Language = keyof typeof ROWS;

export const LANGUAGES: Readonly<Record<Language, Row>> = ROWS;

export const EVERY_LANGUAGE = Object.keys(LANGUAGES) as readonly Language[];

function isLanguage(name: string): name is Language {
  return EVERY_LANGUAGE.some((language) => language === name);
}

interface DisplayNames {
  new (locales: string[], options: { type: "language" }): { of(tag: string): string | undefined };
  supportedLocalesOf(locales: string[]): string[];
}

/** What the language of a tag calls itself, also one of codenames alone; the tag, where this browser cannot tell. */
export function nameOfLanguage(tag: string): string {
  if (isLanguage(tag)) return LANGUAGES[tag].name;
  const { DisplayNames } = Intl as { DisplayNames?: DisplayNames };
  try {
    if (DisplayNames === undefined || DisplayNames.supportedLocalesOf([tag]).length === 0) return tag;
    const name = new DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag; // no tag at all
  }
}

/**
 * The language for a browser's tag such as "hr-HR" or "sr-Cyrl-RS"; null for others. Where two fit,
 * the later row is the more special one.
 */
export function languageOf(tag: string): Language | null {
  const parts = tag.split(/[-_]/);
  const fits = EVERY_LANGUAGE.filter((language) => {
    const own = language.split("-");
    return own[0] === parts[0] && own.every((part) => parts.indexOf(part) >= 0);
  });
  return fits.pop() ?? null;
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
  const { parent = language, convert = asItIs } = LANGUAGES[language];
  const path = Object.keys(files).find((it) => it.endsWith(`/${parent}.json`));
  const load = files[path ?? ""];
  if (load === undefined) throw new Error(`nothing in ${language}`);
  return { file: await load(), convert: await convert() };
}

const asItIs = async (): Promise<Convert> => (text) => text;
