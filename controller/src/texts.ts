/** The phone's texts: those of the first page, and those that are said inside of a room alone, a piece of their own. */
import type { Language } from "../../common/language/languages";
import { joined, loadWords } from "../../common/language/words";
import type { Catalog, Words } from "../../common/language/words";
import type { TextKey } from "./ui";

const first = import.meta.glob<Catalog<TextKey>>("../../languages/*/texts/phone.json", { import: "default" });
const inside = import.meta.glob<Catalog<TextKey>>("../../languages/*/texts/phone-inside.json", { import: "default" });

/** What the pages before a room say. Rejects when it cannot be fetched, as `allTexts` does. */
export function firstTexts(language: Language): Promise<Words<TextKey>> {
  return loadWords(first, language);
}

export async function allTexts(language: Language): Promise<Words<TextKey>> {
  const [one, other] = await Promise.all([loadWords(first, language), loadWords(inside, language)]);
  return joined(one, other);
}

/** Whether all of them are here. */
export function isWhole(words: Words<TextKey>): boolean {
  return words.has("bots.fill");
}
