/**
 * Words for people, in every language of the interface.
 *
 * A page keeps one flat catalog a language (`src/catalogs/hr.json`: key -> text) and hands the
 * loaders over; each catalog is a chunk of its own, fetched when it is needed:
 *
 *     const catalogs: Catalogs<Key> = import.meta.glob("./catalogs/*.json", { import: "default" });
 *     const words = await loadWords(catalogs, "hr");
 *     words.say("clue.guesses", { n: 3 })
 *
 * `{name}` in a text is replaced by a value. A text that counts has its plural forms parted by
 * `|`, chosen by the value `n`: two in English ("{n} guess|{n} guesses") and Hindi, where the first
 * counts 0 too, three in the South Slavic languages ("{n} pokušaj|{n} pokušaja|{n} pokušaja": 1, 21;
 * 2…4; 5 and more).
 * Serbian in Cyrillic has no catalog: it is made from the Latin one.
 */

/** The languages of the interface, as on the wire and as codes of the decks. */
export const LANGUAGES = ["en", "bs", "hr", "sr", "sr-Cyrl", "hi"] as const;

export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  bs: "Bosanski",
  hr: "Hrvatski",
  sr: "Srpski",
  "sr-Cyrl": "Српски",
  hi: "हिन्दी",
};

export type Catalog<Key extends string = string> = Record<Key, string>;

/** Loaders by path, as Vite's `import.meta.glob` makes them. */
export type Catalogs<Key extends string = string> = Record<string, () => Promise<Catalog<Key>>>;

export type Values = Record<string, string | number>;

/** The texts of one language. */
export interface Words<Key extends string = string> {
  language: Language;
  /** The text of a key with its values put in. An unknown key is its own text. */
  say(key: Key, values?: Values): string;
  /** Whether there is such a key: for codes that come over the wire. */
  has(key: string): key is Key;
}

/** The interface language for a language tag such as "hr-HR" or "sr-Cyrl-RS"; null for others. */
export function languageOf(tag: string): Language | null {
  const [base = "", script = ""] = tag.toLowerCase().split(/[-_]/);
  if (base === "sr") return script === "cyrl" ? "sr-Cyrl" : "sr";
  return LANGUAGES.find((language) => language === base) ?? null;
}

/** The first of these language tags that the interface speaks, or else English. */
export function nearestLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageOf(tag);
    if (language !== null) return language;
  }
  return "en";
}

/** Load the words of a language. Rejects when the catalog cannot be fetched. */
export async function loadWords<Key extends string>(
  catalogs: Catalogs<Key>,
  language: Language,
): Promise<Words<Key>> {
  const cyrillic = language === "sr-Cyrl";
  const load = catalogs[`./catalogs/${cyrillic ? "sr" : language}.json`];
  if (load === undefined) throw new Error(`no catalog for ${language}`);
  const catalog = await load();
  if (!cyrillic) return wordsFrom(language, catalog);
  const { toCyrillic } = await import("./serbian");
  return wordsFrom(language, catalog, toCyrillic);
}

/** Words from a catalog in hand; `convert` changes the script of the texts, not of the values. */
export function wordsFrom<Key extends string>(
  language: Language,
  catalog: Catalog<Key>,
  convert: (text: string) => string = (text) => text,
): Words<Key> {
  const has = (key: string): key is Key => Object.prototype.hasOwnProperty.call(catalog, key);
  const say = (key: Key, values: Values = {}): string =>
    has(key) ? filled(convert(chosen(language, catalog[key], values["n"])), values) : key;
  return { language, say, has };
}

/** Tell the document its language: screen readers, capital letters and fonts go by it. */
export function markDocument(language: Language): void {
  document.documentElement.lang = language === "sr" ? "sr-Latn" : language;
}

/** How many plural forms a counting text has in this language. */
export function pluralForms(language: Language): number {
  return language === "en" || language === "hi" ? 2 : 3;
}

/** Which of the plural forms counts `n` things. */
export function pluralForm(language: Language, n: number): number {
  if (language === "hi") return n > 1 ? 1 : 0;
  if (language === "en") return n === 1 ? 0 : 1;
  const ones = n % 10;
  const teens = n % 100 > 10 && n % 100 < 20;
  if (ones === 1 && !teens) return 0;
  return ones >= 2 && ones <= 4 && !teens ? 1 : 2;
}

function chosen(language: Language, text: string, n: string | number | undefined): string {
  const forms = text.split("|");
  if (forms.length === 1) return text;
  return forms[pluralForm(language, Number(n))] ?? text;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
