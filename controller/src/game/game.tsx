/** The game, for every seat: the board, what this seat can do, and what has been said so far. */
import type { JSX } from "preact";
import type { GameView } from "../../../common/wire";
import { MoveButton } from "../basics/move-button";
import { Offline } from "../basics/offline";
import { Board } from "../board/board";
import { BeforeFirstClue } from "../history/first-clue";
import { StillHidden } from "../history/still-hidden";
import { StillToFind } from "../history/still-to-find";
import { Turns } from "../history/turns";
import { Requests } from "../people/requests";
import { saying } from "../pictures/pictures";
import { Refusal } from "../refusals/refusal";
import { TvButton, TvLine } from "../tv/tv-line";
import type { State } from "../state";
import { useUi } from "../ui";
import { busy, can, me, over, view } from "../view";
import { Dock } from "./dock";
import { Ending } from "./ending";
import { Giving, gives } from "./giving";
import { Strip } from "./strip";
import { Top } from "./top";

export function GameScreen(): JSX.Element | null {
  const { state } = useUi();
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const { game, lobby } = seen;
  const ended = over(game);
  return (
    <main class="game">
      <div class={gives(state) ? "front front-gives" : "front"}>
        <Top />
        <Offline />
        <Board tap={useTap()} />
        <Giving />
      </div>
      <div class="under">
        <div class="under-now">
          {!ended && <Strip />}
          <Refusal />
          <Requests />
          {ended ? <Ending /> : <Dock />}
          {ended && <Strip />}
        </div>
        <div class="under-said">
          <div class="said-words">
            <StillHidden />
            {!ended && <StillToFind game={game} />}
            <BeforeFirstClue game={game} lobby={lobby} />
          </div>
          <Turns game={game} lobby={lobby} />
        </div>
        <TvLine />
        <Footer />
      </div>
    </main>
  );
}

/** What a tap on a card does now: choose it, for touching, marking or exchanging; else note it. */
function useTap(): ((position: number) => void) | null {
  const { state, dispatch, phone } = useUi();
  const choices = state.tapping === "exchange" ? ["exchange_codename"] : ["touch_card", "cover_card"];
  const marked = (position: number): boolean =>
    state.newest?.view.marks.some((mark) => mark.position === position && mark.by === state.you) === true;
  if (state.tapping === "touch" && can(state, "mark_card") && !can(state, "touch_card")) {
    return (position) => void phone.play("mark_card", { position, on: !marked(position) });
  }
  if (busy(state, "touch_card", "cover_card")) return null;
  if (!choices.some((move) => can(state, move))) {
    return takesNotes(state, view(state)?.game ?? null) ? (position) => dispatch({ type: "note", position }) : null;
  }
  return (position) => {
    const again = state.selected === position;
    dispatch({ type: "select", position: again ? null : position });
    if (state.tapping !== "touch" || !can(state, "mark_card")) return;
    if (marked(position) === again) void phone.play("mark_card", { position, on: !again });
  };
}

/** Whoever has no key can think ahead on the board, when nothing else is to be done with it. */
function takesNotes(state: State, game: GameView | null): boolean {
  return game !== null && !over(game) && view(state)?.kind === "public";
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
    </footer>
  );
}
