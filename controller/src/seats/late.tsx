/** For whoever looks on while a game is played: the one seat where the server wants them, or why there is none. */
import type { JSX } from "preact";
import { textKey, useUi } from "../ui";
import { busy, view } from "../view";

export function LateSeat(): JSX.Element | null {
  const { state, dispatch, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || state.you === null) return null;
  const seat = lobby.offered[state.you];
  return (
    <div class="seat-offer">
      {seat === undefined ? (
        <p class="hint" data-testid="late-knows">
          {words.say("late.knows")}
        </p>
      ) : (
        <button
          type="button"
          class="main wide"
          data-testid="late-seat"
          disabled={busy(state, "take_seat")}
          onClick={() => void phone.send("take_seat", { seat })}
        >
          {words.say(textKey("late", seat))}
        </button>
      )}
      <button
        type="button"
        class="quiet wide"
        data-testid="take-a-seat"
        onClick={() => dispatch({ type: "sheet", sheet: "room" })}
      >
        {words.say("late.other")}
      </button>
    </div>
  );
}
