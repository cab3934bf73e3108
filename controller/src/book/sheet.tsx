/** The book of the evening: its pages are fetched when it is opened. */
import type { JSX } from "preact";
import type { Language } from "../../../common/language/languages";
import { Fetched } from "../basics/fetched";

export function BookSheet(): JSX.Element {
  return <Fetched open={open} fetching="book.fetching" failed="book.failed" class="book" />;
}

async function open(language: Language): Promise<JSX.Element> {
  const { Pages, bookWords } = await import("./pages");
  return <Pages words={await bookWords(language)} />;
}
