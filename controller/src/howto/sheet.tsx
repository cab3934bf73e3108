/** How to play: fetches the rule book when it is opened. */
import type { JSX } from "preact";
import type { Language } from "../../../common/language/languages";
import { Fetched } from "../basics/fetched";

export function HowTo(): JSX.Element {
  return <Fetched open={open} fetching="howto.fetching" failed="howto.failed" class="howto-failed" />;
}

async function open(language: Language): Promise<JSX.Element> {
  const { Pages, loadBook } = await import("./pages");
  return <Pages book={await loadBook(language)} />;
}
