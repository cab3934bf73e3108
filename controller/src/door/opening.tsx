/** On the way in. When that takes long, what could be the reason. */
import type { JSX } from "preact";
import { useLasts } from "../basics/lasting";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";

const LONG = 3000;

export function Opening(): JSX.Element {
  const { state, words } = useUi();
  const long = useLasts("opening", LONG);
  return (
    <main class="opening">
      <div role="status">
        <h1>{words.say("opening")}</h1>
        {long && (
          <p class="hint" data-testid="opening-long">
            {state.keptOut === null ? words.say("opening.long") : refusalText(words, state.keptOut)}
          </p>
        )}
      </div>
      {long && (
        <a class="button" href="/">
          {words.say("outside.start")}
        </a>
      )}
    </main>
  );
}
