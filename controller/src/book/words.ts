/** The words of the book, for all of its parts. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { BookWords } from "../../../common/book/words";

export const WordsContext = createContext<BookWords | null>(null);

export function useBookWords(): BookWords {
  const words = useContext(WordsContext);
  if (words === null) throw new Error("outside of the book");
  return words;
}
