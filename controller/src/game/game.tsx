/** The game, for every seat: the board, and under it what this seat can do. */
import type { JSX } from "preact";
import { MoveButton } from "../basics/move-button";
import { Offline } from "../basics/offline";
import { Twice } from "../basics/twice";
import { Board } from "../board/board";
import { StillHidden } from "../history/still-hidden";
import { Turns } from "../history/turns";
import { Requests } from "../people/requests";
import { saying } from "../pictures/pictures";
import { Refusal } from "../refusals/refusal";
import { TvButton, TvLine } from "../tv/tv-line";
import { useUi } from "../ui";
import { busy, can, me, over, view } from "../view";
import { Dock } from "./dock";
import { Ending } from "./ending";
import { Top } from "./top";

export function GameScreen(): JSX.Element | null {
  const { state } = useUi();
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const ended = over(seen.game);
  return (
    <main class="game">
      <Top />
      <Offline />
      <Board tap={useTap()} />
      <div class="under">
        <Refusal />
        <Requests />
        {ended ? <Ending /> : <Dock />}
        <StillHidden />
        {ended && <Turns game={seen.game} lobby={seen.lobby} />}
        <TvLine />
        <Footer />
      </div>
    </main>
  );
}

/** What a tap on a card does now: choose it, for touching, marking or exchanging. */
function useTap(): ((position: number) => void) | null {
  const { state, dispatch, phone } = useUi();
  const choices = state.tapping === "exchange" ? ["exchange_codename"] : ["touch_card", "cover_card"];
  const marked = (position: number): boolean =>
    state.newest?.view.marks.some((mark) => mark.position === position && mark.by === state.you) === true;
  if (state.tapping === "touch" && can(state, "mark_card") && !can(state, "touch_card")) {
    return (position) => void phone.play("mark_card", { position, on: !marked(position) });
  }
  if (!choices.some((move) => can(state, move)) || busy(state, "touch_card", "cover_card")) return null;
  return (position) => {
    const again = state.selected === position;
    dispatch({ type: "select", position: again ? null : position });
    if (state.tapping !== "touch" || !can(state, "mark_card")) return;
    if (marked(position) === again) void phone.play("mark_card", { position, on: !again });
  };
}

/** Where this phone sits, and what is needed seldom. */
function Footer(): JSX.Element | null {
  const ui = useUi();
  const { state, dispatch, words } = ui;
  const mine = me(state);
  if (mine === null) return null;
  return (
    <footer class="footer">
      <p class="aside footer-me">
        {mine.player.name} · {words.say(`seat.${mine.player.seat}`)}
      </p>
      <button
        type="button"
        data-testid="players-open"
        onClick={() => dispatch({ type: "sheet", sheet: "room" })}
      >
        {words.say("room.open", { code: state.room ?? "" })}
      </button>
      <TvButton />
      <MoveButton move="pause">{words.say("pause")}</MoveButton>
      {can(state, "exchange_codename") && state.tapping === "touch" && (
        <button
          type="button"
          data-testid="exchange"
          onClick={() => dispatch({ type: "tapping", tapping: "exchange" })}
        >
          {saying(ui, "exchange")}
        </button>
      )}
      {can(state, "abandon") && <Abandon />}
    </footer>
  );
}

function Abandon(): JSX.Element {
  const { state, phone, words } = useUi();
  return (
    <Twice
      testid="abandon"
      class="danger"
      first={words.say("abandon")}
      sure={words.say("abandon.sure")}
      busy={busy(state, "abandon")}
      act={() => void phone.play("abandon", {})}
    />
  );
}
