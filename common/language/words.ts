/**
 * Words for people, in every language of the pages.
 *
 * Texts lie in flat catalogs (key -> text) in each language's folder, `languages/hr/texts`. What both pages
 * say lies in `shared.json`, which the build adds to each page's first texts. A page hands the loaders
 * over (`import.meta.glob` of that file in all languages), and a catalog is fetched when it is needed:
 *
 *     const words = await loadWords(catalogs, "hr");
 *     words.say("guesses.left", { n: 3 })
 *
 * `{name}` in a text is replaced by a value. A text that counts has its plural forms parted by `|`, chosen by the
 * value `n`: one for each of the language's `plurals`, in their order. Two in English
 * ("{n} guess|{n} guesses"), three in the South Slavic languages ("{n} pokušaj|{n} pokušaja|{n} pokušaja": 1, 21;
 * 2…4; 5 and more).
 */
import { aboutLanguage, fetchFile } from "./languages";
import type { Convert, Files, Language } from "./languages";
import { SCRIPTS } from "./scripts";

export type Catalog<Key extends string = string> = Record<Key, string>;

/** What both pages say: teams, identities, seats, whose turn it is, how a game ended. */
export type SharedKey = keyof typeof import("../../languages/en/texts/shared.json");

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
  const formFor = formsOf(language);
  const has = (key: string): key is Key => Object.prototype.hasOwnProperty.call(catalog, key);
  const say = (key: Key, values: Values = {}): string =>
    has(key) ? filled(convert(chosen(catalog[key], formFor, values["n"])), values) : key;
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
  const { tag, script } = aboutLanguage(language);
  const root = document.documentElement;
  root.lang = tag;
  root.dir = SCRIPTS[script].direction;
  root.dataset["script"] = script;
}

/** Which form of a text counts `n` things. */
type FormFor = (n: number) => number;

function formsOf(language: Language): FormFor {
  const { tag, plurals } = aboutLanguage(language);
  const rules = new Intl.PluralRules(tag);
  return (n) => {
    const found = plurals.indexOf(rules.select(n));
    return found < 0 ? plurals.length - 1 : found; // kinds that come only with millions
  };
}

function chosen(text: string, formFor: FormFor, n: string | number | undefined): string {
  const forms = text.split("|");
  if (forms.length === 1) return text;
  return forms[formFor(Number(n))] ?? text;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
