/** The room does not let this phone in: why, and what can be done. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Failure } from "../../../common/wire";
import { Wordmark } from "../basics/wordmark";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";

/** What may pass: the host lets the person back in, the server's disk recovers, or it is updated. */
const PASSING: readonly Failure["code"][] = ["room/removed", "room/unreadable", "room/newer_version"];
const KNOCKS_EVERY = 5000;

export function Outside(): JSX.Element {
  const { state, phone, words } = useUi();
  const passing = state.outside !== null && PASSING.indexOf(state.outside) >= 0;
  useEffect(() => {
    if (!passing) return undefined;
    const timer = setInterval(() => phone.knock(), KNOCKS_EVERY);
    return () => clearInterval(timer);
  }, [passing, phone]);
  return (
    <main class="start">
      <Wordmark />
      <section class="panel">
        <p class="refusal" role="alert" data-testid="refusal">
          {refusalText(words, state.outside ?? "")}
        </p>
        <div class="pair">
          <button type="button" class="main" onClick={() => phone.knock()}>
            {words.say("outside.again")}
          </button>
          <a class="button" href="/">
            {words.say("outside.start")}
          </a>
        </div>
      </section>
    </main>
  );
}
