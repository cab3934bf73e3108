/** What is fetched when it is opened, in the phone's language; where that fails, it can be tried again. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Language } from "../../../common/language/languages";
import { useUi } from "../ui";
import type { TextKey } from "../ui";

interface Props {
  /** Rejects when it cannot be fetched. The same function each time. */
  open(language: Language): Promise<JSX.Element>;
  /** Told meanwhile, and where it fails. */
  fetching: TextKey;
  failed: TextKey;
  /** Of the box in which a failure is told. */
  class: string;
}

export function Fetched({ open, fetching, failed, class: box }: Props): JSX.Element {
  const { words } = useUi();
  const [opened, setOpened] = useState<JSX.Element | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  const { language } = words;
  useEffect(() => {
    let wanted = true;
    const show = (result: JSX.Element | "failed"): void => {
      if (wanted) setOpened(result);
    };
    setOpened(null);
    open(language).then(show, () => show("failed"));
    return () => {
      wanted = false;
    };
  }, [open, language, tries]);
  if (opened === null) return <p class="hint">{words.say(fetching)}</p>;
  if (opened !== "failed") return opened;
  return (
    <div class={box}>
      <p role="alert">{words.say(failed)}</p>
      <button type="button" class="wide" onClick={() => setTries(tries + 1)}>
        {words.say("outside.again")}
      </button>
    </div>
  );
}
