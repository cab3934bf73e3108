/** How to play: fetches the rule book when it is opened. */
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useUi } from "../ui";
import type { Book } from "./load";

interface Opened {
  Pages: FunctionComponent<{ book: Book }>;
  book: Book;
}

export function HowTo(): JSX.Element {
  const { words } = useUi();
  const [opened, setOpened] = useState<Opened | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  const { language } = words;
  useEffect(() => {
    let wanted = true;
    const show = (result: Opened | "failed"): void => {
      if (wanted) setOpened(result);
    };
    setOpened(null);
    open(language).then(show, () => show("failed"));
    return () => {
      wanted = false;
    };
  }, [language, tries]);
  if (opened === null) return <p class="hint">{words.say("howto.fetching")}</p>;
  if (opened !== "failed") return <opened.Pages book={opened.book} />;
  return (
    <div class="howto-failed">
      <p role="alert">{words.say("howto.failed")}</p>
      <button type="button" class="wide" onClick={() => setTries(tries + 1)}>
        {words.say("outside.again")}
      </button>
    </div>
  );
}

async function open(language: Parameters<typeof import("./load").loadBook>[0]): Promise<Opened> {
  const { Pages, loadBook } = await import("./pages");
  return { Pages, book: await loadBook(language) };
}
