/** The letters of a code, for arrows and OK: where nothing else leads to the room. */
import type { JSX } from "preact";

import { CODE_LENGTH, CODE_LETTERS } from "../../../common/wire";
import type { EntryWords } from "./words";

export const DELETE = "delete";
const KEYS = [...CODE_LETTERS.split(""), DELETE];

interface Props {
  /** What is typed so far. */
  code: string;
  words: EntryWords;
  press: (key: string) => void;
}

export function Keyboard({ code, words, press }: Props): JSX.Element {
  return (
    <section class="entry-typing">
      <h2>{words.say("entry.title")}</h2>
      <p class="entry-hint">{words.say("entry.hint")}</p>
      <div class="entry-code" dir="ltr" role="img" aria-label={words.say("entry.typed", { code })}>
        {Array.from({ length: CODE_LENGTH }, (_, i) => (
          <span key={i} class={i === code.length ? "next" : ""}>
            {code.charAt(i)}
          </span>
        ))}
      </div>
      <div class="entry-keys" dir="ltr" role="group" aria-label={words.say("entry.letters")}>
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={key === DELETE ? words.say("entry.delete") : key}
            onClick={() => press(key)}
          >
            {key === DELETE ? <BackArrow /> : key}
          </button>
        ))}
      </div>
    </section>
  );
}

function BackArrow(): JSX.Element {
  return (
    <svg class="back-arrow" viewBox="0 0 32 24" aria-hidden>
      <path d="M12 2h18v20H12L2 12Zm4.4 5-2 2 3.1 3-3.1 3 2 2 3.1-3 3.1 3 2-2-3.1-3 3.1-3-2-2-3.1 3Z" />
    </svg>
  );
}
