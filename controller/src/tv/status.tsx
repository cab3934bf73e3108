/** What is with the room's television, and what its host can do about it. */
import type { JSX } from "preact";
import type { CastPhase, ComingScreen, Screen } from "../../../common/wire";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, me } from "../view";
import { isOver, nameOfTv } from "./saying";
import { TvCall, TvLine } from "./tv-line";

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

interface Props {
  screen: Screen;
  /** Has this one show the room. */
  show(tv: ComingScreen): void;
}

export function Status({ screen, show }: Props): JSX.Element {
  const { state } = useUi();
  const isHost = me(state)?.isHost === true;
  return (
    <section class="tv-status">
      <TvLine />
      <TvCall />
      {isHost && screen.coming !== null && <WaysToOther screen={screen} coming={screen.coming} show={show} />}
      {isHost && <Ways screen={screen} show={show} />}
    </section>
  );
}

function Ways({ screen, show }: Props): JSX.Element {
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
          onClick={() => (back.does === "show_on_tv" ? show(screen) : void phone.cast("take_back_tv", {}))}
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

/** Another television was chosen, and does not show yet. */
function WaysToOther({ screen, coming, show }: Props & { coming: ComingScreen }): JSX.Element {
  const ui = useUi();
  const { state, phone, words } = ui;
  const held = busy(state, "show_on_tv", "stop_tv");
  return (
    <div class="tv-coming">
      {coming.state === "failed" && (
        <button type="button" class="wide" data-testid="tv-coming-again" disabled={held} onClick={() => show(coming)}>
          {words.say("tv.coming.again", { name: nameOfTv(ui, coming) })}
        </button>
      )}
      <button
        type="button"
        class="wide"
        data-testid="tv-stay"
        disabled={held}
        onClick={() => void phone.cast("stop_tv", { device: coming.device })}
      >
        {words.say("tv.coming.stay", { name: nameOfTv(ui, screen) })}
      </button>
    </div>
  );
}
