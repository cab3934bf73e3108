/** The rules in four pictures, for whoever waits in the lobby: their texts come once it is there, and nobody misses them. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useUi } from "../ui";
import { view } from "../view";
import { Pictures, primerWords } from "./pictures";
import type { PrimerWords } from "./pictures";

export function Primer(): JSX.Element | null {
  const { state, words } = useUi();
  const { language } = words;
  const [texts, setTexts] = useState<PrimerWords | null>(null);
  useEffect(() => {
    let wanted = true;
    const show = (fetched: PrimerWords): void => {
      if (wanted) setTexts(fetched);
    };
    primerWords(language).then(show, () => undefined);
    return () => {
      wanted = false;
    };
  }, [language]);
  const mode = view(state)?.lobby.settings.mode;
  if (texts === null || mode === undefined) return null;
  return (
    <section class="primer" data-testid="primer">
      <h2>{texts.say("title")}</h2>
      <Pictures words={texts} mode={mode} />
    </section>
  );
}
