/** What both pages say of ended games: fetched with the book, one file a language. */
import type { Language } from "../language/languages";
import { loadWords } from "../language/words";
import type { Catalog, Words } from "../language/words";

export type BookKey = keyof typeof import("../../languages/en/texts/book.json");
export type BookWords = Words<BookKey>;

const catalogs = import.meta.glob<Catalog<BookKey>>("../../languages/*/texts/book.json", { import: "default" });

/** The book's words in a language. Rejects when they cannot be fetched. */
export const bookWords = (language: Language): Promise<BookWords> => loadWords(catalogs, language);
