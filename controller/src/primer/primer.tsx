/** The rules in four pictures, for whoever waits in the lobby: fetched once it is there, and missed by nobody. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useUi } from "../ui";
import { view } from "../view";
import type { PrimerWords } from "./pictures";

interface Fetched {
  Pictures: typeof import("./pictures").Pictures;
  texts: PrimerWords;
}

export function Primer(): JSX.Element | null {
  const { state, words } = useUi();
  const { language } = words;
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    let wanted = true;
    const fetching = import("./pictures").then(async ({ Pictures, primerWords }) => {
      const texts = await primerWords(language);
      if (wanted) setFetched({ Pictures, texts });
    });
    fetching.catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [language]);
  const mode = view(state)?.lobby.settings.mode;
  if (fetched === null || mode === undefined) return null;
  const { Pictures, texts } = fetched;
  return (
    <section class="primer" data-testid="primer">
      <h2>{texts.say("title")}</h2>
      <Pictures words={texts} mode={mode} />
    </section>
  );
}
