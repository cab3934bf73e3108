/**
 * Words for people, in every language of the pages.
 *
 * Texts lie in flat catalogs, one file a language (`hr.json`: key -> text). What both pages say lies
 * in `vocabulary/`, the rest in each page's own `catalogs/`; the build puts the two together
 * (vite.config.ts). A page hands the loaders over, and a catalog is fetched when it is needed:
 *
 *     const catalogs = import.meta.glob<Catalog<Key>>("./catalogs/*.json", { import: "default" });
 *     const words = await loadWords(catalogs, "hr");
 *     words.say("guesses.left", { n: 3 })
 *
 * `{name}` in a text is replaced by a value. A text that counts has its plural forms parted by
 * `|`, chosen by the value `n`: one for each category of numbers that the language has, in the order
 * of `CATEGORIES`. Two in English ("{n} guess|{n} guesses") and Hindi, where the first counts 0 too,
 * three in the South Slavic languages ("{n} pokušaj|{n} pokušaja|{n} pokušaja": 1, 21; 2…4; 5 and
 * more).
 */
import { LANGUAGES, fetchFile } from "./languages";
import type { Convert, Files, Language } from "./languages";
import { SCRIPTS } from "./scripts";

export type Catalog<Key extends string = string> = Record<Key, string>;

/** What both pages say: teams, identities, seats, whose turn it is, how a game ended. */
export type SharedKey = keyof typeof import("./vocabulary/en.json");

export type Values = Record<string, string | number>;

/** The texts of one language. */
export interface Words<Key extends string = string> {
  language: Language;
  /** The text of a key with its values put in. An unknown key is its own text. */
  say(key: Key, values?: Values): string;
  /** Whether there is such a key: for codes that come over the wire. */
  has(key: string): key is Key;
}

/** Load the words of a language. Rejects when they cannot be fetched. */
export async function loadWords<Key extends string>(
  catalogs: Files<Catalog<Key>>,
  language: Language,
): Promise<Words<Key>> {
  const { file, convert } = await fetchFile(catalogs, language);
  return wordsFrom(language, file, convert);
}

/** Words from a catalog in hand; `convert` changes the script of the texts, not of the values. */
export function wordsFrom<Key extends string>(
  language: Language,
  catalog: Catalog<Key>,
  convert: Convert = (text) => text,
): Words<Key> {
  const plurals = pluralsOf(language);
  const has = (key: string): key is Key => Object.prototype.hasOwnProperty.call(catalog, key);
  const say = (key: Key, values: Values = {}): string =>
    has(key) ? filled(convert(chosen(catalog[key], plurals, values["n"])), values) : key;
  return { language, say, has };
}

/** The texts of both, of one language: what is fetched later beside what was there first. */
export function joined<Key extends string>(first: Words<Key>, later: Words<Key>): Words<Key> {
  const has = (key: string): key is Key => first.has(key) || later.has(key);
  const say = (key: Key, values?: Values): string => (later.has(key) ? later : first).say(key, values);
  return { language: first.language, say, has };
}

/** Tell the document its language: screen readers, capital letters and fonts go by it. */
export function markDocument(language: Language): void {
  const { tag, script } = LANGUAGES[language];
  const root = document.documentElement;
  root.lang = tag;
  root.dir = SCRIPTS[script].direction;
  root.dataset["script"] = script;
}

/** Kinds of numbers as browsers tell them apart, each with a form of its own where a language has it. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

interface Plurals {
  /** How many forms a counting text has. */
  forms: number;
  /** Which of them counts `n` things. */
  formFor(n: number): number;
}

export function pluralsOf(language: Language): Plurals {
  const rules = new Intl.PluralRules(LANGUAGES[language].tag);
  const { pluralCategories } = rules.resolvedOptions();
  const known = CATEGORIES.filter((category) => pluralCategories.indexOf(category) >= 0);
  return { forms: known.length, formFor: (n) => known.indexOf(rules.select(n)) };
}

function chosen(text: string, { formFor }: Plurals, n: string | number | undefined): string {
  const forms = text.split("|");
  if (forms.length === 1) return text;
  return forms[formFor(Number(n))] ?? text;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
