/** The line is gone: what happens by itself, and what waits meanwhile. */
import type { JSX } from "preact";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";

export function Offline(): JSX.Element {
  const { state, words } = useUi();
  const gone = state.line === "offline";
  return (
    <div role="status" class="offline-place">
      {gone && (
        <p class="offline" data-testid="offline">
          {state.waiting.length > 0
            ? words.say("offline.held", { n: state.waiting.length })
            : words.say("offline")}
          {state.keptOut !== null && ` ${refusalText(words, state.keptOut)}`}
        </p>
      )}
    </div>
  );
}
