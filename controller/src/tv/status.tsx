/** What is with the room's television, and what its host can do about it. */
import type { JSX } from "preact";
import type { CastPhase, Screen } from "../../../common/wire";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, me } from "../view";
import { isOver, TvCall, TvLine } from "./tv-line";

interface Way {
  does: "show_on_tv" | "take_back_tv";
  testid: string;
  text: TextKey;
}

const TRY_AGAIN: Way = { does: "show_on_tv", testid: "tv-again", text: "outside.again" };
const SHOW_AGAIN: Way = { ...TRY_AGAIN, text: "tv.again" };
const TAKE_BACK: Way = { does: "take_back_tv", testid: "tv-take-back", text: "tv.take_back" };

/** What ends the cast is called after what it ends. */
const STOPS: Record<CastPhase, TextKey> = {
  idle: "close",
  connecting: "touch.cancel",
  launching: "touch.cancel",
  loading: "touch.cancel",
  showing: "tv.stop",
  lost: "tv.stop",
  taken_over: "tv.stop",
  failed: "close",
};

/** How the game comes back by the host's word. Whoever was put off for another room chooses anew. */
function wayBack(screen: Screen): Way | null {
  const { state, reason } = screen;
  if (reason === "cast/replaced") return null;
  if (state === "taken_over") return reason === "cast/taken_over" ? TAKE_BACK : { ...TAKE_BACK, text: "tv.again" };
  if (isOver(screen)) return SHOW_AGAIN;
  return state === "lost" || state === "failed" ? TRY_AGAIN : null;
}

export function Status({ screen, again }: { screen: Screen; again(): void }): JSX.Element {
  const { state } = useUi();
  return (
    <section class="tv-status">
      <TvLine />
      <TvCall />
      {me(state)?.isHost === true && <Ways screen={screen} again={again} />}
    </section>
  );
}

function Ways({ screen, again }: { screen: Screen; again(): void }): JSX.Element {
  const { state, phone, words } = useUi();
  const held = busy(state, "show_on_tv", "stop_tv", "take_back_tv");
  const back = wayBack(screen);
  return (
    <div class="pair">
      {back !== null && (
        <button
          type="button"
          class="main"
          data-testid={back.testid}
          disabled={held}
          onClick={() => (back.does === "show_on_tv" ? again() : void phone.cast("take_back_tv", {}))}
        >
          {words.say(back.text)}
        </button>
      )}
      <button type="button" data-testid="tv-stop" disabled={held} onClick={() => void phone.cast("stop_tv", {})}>
        {words.say(isOver(screen) ? "close" : STOPS[screen.state])}
      </button>
    </div>
  );
}
