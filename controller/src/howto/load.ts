/** Fetches the rule book in one language: its own chunks, so that the phone's first page is light. */
import { loadWords } from "../../../common/language/words";
import type { Catalog, Catalogs, Language, Words } from "../../../common/language/words";
import type { Text } from "./content";
import type { Group } from "./examples";

export interface Book {
  words: Words<Text>;
  examples: readonly Group[];
}

const catalogs: Catalogs<Text> = import.meta.glob<Catalog<Text>>("./catalogs/*.json", {
  import: "default",
});
const examples = import.meta.glob<readonly Group[]>("./examples/*.json", { import: "default" });

/** The book of a language. Rejects when it cannot be fetched. */
export async function loadBook(language: Language): Promise<Book> {
  const cyrillic = language === "sr-Cyrl";
  const load = examples[`./examples/${cyrillic ? "sr" : language}.json`];
  if (load === undefined) throw new Error(`no examples for ${language}`);
  const [words, groups] = await Promise.all([loadWords(catalogs, language), load()]);
  return { words, examples: cyrillic ? await inCyrillic(groups) : groups };
}

async function inCyrillic(groups: readonly Group[]): Promise<readonly Group[]> {
  const { toCyrillic } = await import("../../../common/language/serbian");
  return groups.map((group) => ({
    ...group,
    ...(group.card === undefined ? {} : { card: toCyrillic(group.card) }),
    clues: group.clues.map((example) => ({ ...example, clue: toCyrillic(example.clue) })),
  }));
}
