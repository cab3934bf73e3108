/** The book of the evening: its pages are fetched when it is opened. */
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BookWords } from "../../../common/book/words";
import type { Language } from "../../../common/language/languages";
import { useUi } from "../ui";

interface Opened {
  Pages: FunctionComponent<{ words: BookWords }>;
  words: BookWords;
}

export function BookSheet(): JSX.Element {
  const { words } = useUi();
  const [opened, setOpened] = useState<Opened | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  const { language } = words;
  useEffect(() => {
    let wanted = true;
    const show = (result: Opened | "failed"): void => {
      if (wanted) setOpened(result);
    };
    open(language).then(show, () => show("failed"));
    return () => {
      wanted = false;
    };
  }, [language, tries]);
  if (opened === null) return <p class="hint">{words.say("book.fetching")}</p>;
  if (opened !== "failed") return <opened.Pages words={opened.words} />;
  return (
    <div class="book">
      <p role="alert">{words.say("book.failed")}</p>
      <button type="button" class="wide" onClick={() => setTries(tries + 1)}>
        {words.say("outside.again")}
      </button>
    </div>
  );
}

async function open(language: Language): Promise<Opened> {
  const { Pages, bookWords } = await import("./pages");
  return { Pages, words: await bookWords(language) };
}
