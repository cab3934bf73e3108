/** The way to the book from elsewhere. */
import type { JSX } from "preact";
import { useUi } from "../ui";
import { view } from "../view";

/** Opens the book, from the first deal on. */
export function BookButton(): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || lobby.games === 0) return null;
  return (
    <button
      type="button"
      class="wide"
      data-testid="book-open"
      onClick={() => dispatch({ type: "sheet", sheet: "book" })}
    >
      {words.say("book")}
    </button>
  );
}
