/** What the screen says of ended games, in the room's language. */
import type { Language } from "../../../common/language/languages";
import { bookWords } from "../../../common/book/words";
import type { BookWords } from "../../../common/book/words";

/** The words that were fetched last. */
let current: BookWords | null = null;

/** The words of a language, if they are here; else they are fetched, and `come` is called. */
export function wordsIn(language: Language, come: () => void): BookWords | null {
  if (current?.language === language) return current;
  bookWords(language).then(
    (words) => {
      current = words;
      come();
    },
    () => undefined, // asked for again with the next view
  );
  return null;
}
