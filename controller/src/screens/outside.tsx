/** The room does not let this phone in: why, and what can be done. */
import type { JSX } from "preact";
import { Wordmark, refusalText } from "../parts/basics";
import { useUi } from "../ui";

export function Outside(): JSX.Element {
  const { state, phone, words } = useUi();
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
