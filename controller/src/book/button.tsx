/** The ways to the book from elsewhere, and the way past what the TV tells after a game. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { nextChange } from "../../../common/book/passing";
import { useUi } from "../ui";
import { busy, me, view } from "../view";

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

/** Host: what the TV looks back upon can be skipped, as long as it does. */
export function SkipLookingBack(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const [, redraw] = useState(0);
  const seen = view(state);
  const showing = seen?.lobby.showing ?? null;
  const game = seen?.game ?? null;
  const left =
    showing === null || game === null || showing.motion !== "looking_back"
      ? null
      : nextChange(showing, game.turns, game.awards.length, phone.serverNow());
  useEffect(() => {
    if (left === null) return undefined;
    const timer = setTimeout(() => redraw((n) => n + 1), left + 1);
    return () => clearTimeout(timer);
  });
  if (left === null || me(state)?.isHost !== true) return null;
  return (
    <button
      type="button"
      class="wide"
      data-testid="book-skip"
      disabled={busy(state, "close_page")}
      onClick={() => void phone.send("close_page", {})}
    >
      {words.say("book.skip")}
    </button>
  );
}
