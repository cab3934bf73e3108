/** For key seats: the key lies covered until its holder asks for it. */
import type { JSX } from "preact";
import { useUi } from "../ui";
import { view } from "../view";

export function KeyCover(): JSX.Element | null {
  const { state, words } = useUi();
  if (view(state)?.kind !== "key") return null;
  if (state.keyShown) return <Switch shown />;
  return (
    <div class="key-covered">
      <p class="aside">{words.say("key.covered")}</p>
      <Switch shown={false} />
    </div>
  );
}

/** An eye and words; over a keyboard the eye alone. */
function Switch({ shown }: { shown: boolean }): JSX.Element {
  const { dispatch, words } = useUi();
  return (
    <button
      type="button"
      class={shown ? "key-switch" : "key-switch key-switch-show"}
      data-testid={shown ? "key-cover" : "key-show"}
      // A clue that is being typed keeps its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => dispatch({ type: "key", shown: !shown })}
    >
      <svg class="key-eye" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M2 12c2.5-4.5 6-7 10-7s7.5 2.5 10 7c-2.5 4.5-6 7-10 7s-7.5-2.5-10-7Z" />
        <circle cx="12" cy="12" r="3.2" />
        {shown && <path d="M4 21 20 3" />}
      </svg>
      <span class="key-text">{words.say(shown ? "key.cover" : "key.show")}</span>
    </button>
  );
}
