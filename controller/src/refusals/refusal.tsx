/** What went wrong, in words: what happened, and what to do. */
import type { JSX } from "preact";
import type { Settings } from "../../../common/wire";
import { useUi } from "../ui";
import type { TextKey, Ui } from "../ui";
import { view } from "../view";

/**
 * A refusal, or why a television shows nothing, in words: what happened, and what to do. What to do
 * may hang on what is played.
 */
export function refusalText(words: Ui["words"], code: string, played?: Settings): string {
  const wanted = code.indexOf("cast/") === 0 ? code : `refusal.${code}`;
  const kinds = played === undefined ? [] : [played.mode, played.board];
  const known = [...kinds.map((kind) => `${wanted}.${kind}`), wanted].find(words.has);
  return known === undefined ? words.say("refusal.unknown", { code }) : words.say(known as TextKey);
}

export function Refusal(): JSX.Element {
  const { state, dispatch, words } = useUi();
  // What was refused may tell of a card that has not turned yet.
  const trouble = state.message === state.newest ? state.trouble : null;
  const played = view(state)?.lobby.settings ?? state.newRoom.settings;
  return (
    <div role="alert" class="refusal-place">
      {trouble !== null && (
        <p class="refusal" data-testid="refusal">
          <span>{refusalText(words, trouble.code, played)}</span>
          <button
            type="button"
            class="quiet icon"
            aria-label={words.say("close")}
            onClick={() => dispatch({ type: "trouble", trouble: null })}
          >
            <span aria-hidden="true">×</span>
          </button>
        </p>
      )}
    </div>
  );
}
