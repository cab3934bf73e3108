/** The TV's words in the room's language. */
import type { Language } from "../../common/language/languages";
import { loadWords } from "../../common/language/words";
import type { Catalog, SharedKey, Words } from "../../common/language/words";

/** Whatever the TV can say. */
export type TextKey = SharedKey | keyof typeof import("../../languages/en/texts/tv.json");
export type Say = Words<TextKey>["say"];

/** One chunk a language, fetched when a room speaks it. */
const catalogs = import.meta.glob<Catalog<TextKey>>("../../languages/*/texts/tv.json", { import: "default" });

/** The TV's words in a language. Rejects when they cannot be fetched. */
export function fetchWords(language: Language): Promise<Words<TextKey>> {
  return loadWords(catalogs, language);
}

let current: Words<TextKey> | null = null;

/** The words that the screen speaks; null until the first catalog is here. */
export function spoken(): Words<TextKey> | null {
  return current;
}

/** Speak these words from the next drawing on; all of the screen is drawn together. */
export function speakWith(words: Words<TextKey>): void {
  current = words;
}

/** A text in the screen's language. Nothing is drawn before there are words. */
export const say: Say = (key, values) => (current === null ? key : current.say(key, values));
