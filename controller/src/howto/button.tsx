import type { JSX } from "preact";
import { useUi } from "../ui";

/** Opens the rule book. */
export function HowToButton({ short = false }: { short?: boolean }): JSX.Element {
  const { dispatch, words } = useUi();
  return (
    <button
      type="button"
      class={short ? "quiet icon" : "quiet wide"}
      data-testid="howto-open"
      aria-label={short ? words.say("howto") : undefined}
      onClick={() => dispatch({ type: "sheet", sheet: "howto" })}
    >
      {short ? <span aria-hidden="true">?</span> : words.say("howto")}
    </button>
  );
}
