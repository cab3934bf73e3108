/** The TV's words in the room's language. */
import type { Catalogs, Words } from "../../common/language/words";

export type Key = keyof typeof import("./catalogs/en.json");
export type Say = Words<Key>["say"];

/** One chunk a language, fetched when a room speaks it. */
export const CATALOGS: Catalogs<Key> = import.meta.glob<Record<Key, string>>("./catalogs/*.json", {
  import: "default",
});

let current: Words<Key> | null = null;

/** The words that the screen speaks; null until the first catalog is here. */
export function spoken(): Words<Key> | null {
  return current;
}

/** Speak these words from the next drawing on; all of the screen is drawn together. */
export function speakWith(words: Words<Key>): void {
  current = words;
}

/** A text in the screen's language. Nothing is drawn before there are words. */
export const say: Say = (key, values) => (current === null ? key : current.say(key, values));
