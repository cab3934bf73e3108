/** Fetches the rule book in one language: its own chunks, so that the phone's first page is light. */
import { fetchFile } from "../../../common/language/languages";
import type { Convert, Language } from "../../../common/language/languages";
import { loadWords } from "../../../common/language/words";
import type { Catalog, Words } from "../../../common/language/words";
import { primerWords } from "../primer/pictures";
import type { PrimerWords } from "../primer/pictures";
import type { Text } from "./content";
import type { Group } from "./examples";

export interface Book {
  words: Words<Text>;
  examples: readonly Group[];
  /** Those below the four pictures. */
  primer: PrimerWords;
}

const catalogs = import.meta.glob<Catalog<Text>>("../../../languages/*/texts/how-to-play.json", { import: "default" });
const examples = import.meta.glob<readonly Group[]>("../../../languages/*/texts/how-to-play-examples.json", { import: "default" });

/** The book of a language. Rejects when it cannot be fetched. */
export async function loadBook(language: Language): Promise<Book> {
  const [words, { file: groups, convert }, primer] = await Promise.all([
    loadWords(catalogs, language),
    fetchFile(examples, language),
    primerWords(language),
  ]);
  return { words, primer, examples: groups.map((group) => converted(group, convert)) };
}

function converted(group: Group, convert: Convert): Group {
  return {
    ...group,
    ...(group.card === undefined ? {} : { card: convert(group.card) }),
    clues: group.clues.map((example) => ({ ...example, clue: convert(example.clue) })),
  };
}
