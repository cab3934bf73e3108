/** Guides to screens that cannot be opened from here: fetched when somebody looks for a screen. */
import type { JSX } from "preact";
import type { Language } from "../../../../common/language/languages";
import { Fetched } from "../../basics/fetched";

export function Guides(): JSX.Element {
  return <Fetched open={open} fetching="tv.guides.fetching" failed="tv.guides.failed" class="tv-guides" />;
}

async function open(language: Language): Promise<JSX.Element> {
  const { Pages, guideWords } = await import("./pages");
  return <Pages words={await guideWords(language)} />;
}
