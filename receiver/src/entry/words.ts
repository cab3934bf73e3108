/** What the screen says while it asks for a room: fetched with that, one file a language. */
import type { Language } from "../../../common/language/languages";
import { loadWords } from "../../../common/language/words";
import type { Catalog, Words } from "../../../common/language/words";

export type EntryKey = keyof typeof import("../../../languages/en/texts/tv-entry.json");
export type EntryWords = Words<EntryKey>;

const catalogs = import.meta.glob<Catalog<EntryKey>>("../../../languages/*/texts/tv-entry.json", { import: "default" });

/** The words in a language. Rejects when they cannot be fetched. */
export const entryWords = (language: Language): Promise<EntryWords> => loadWords(catalogs, language);
