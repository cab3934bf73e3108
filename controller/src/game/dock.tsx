/** Under the board, under the thumb: what this phone can do now, beside giving a clue. */
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameView } from "../../../common/wire";
import { buzz } from "../basics/buzz";
import { MoveButton } from "../basics/move-button";
import { Whole } from "../basics/whole";
import { TurnSand } from "../clock/clock";
import { Opponent, Worth } from "../coop/coop";
import { Challenge, Disputed, Penalty } from "../dispute/dispute";
import { DuetLines, LastChance } from "../duet/turn";
import { Codename } from "../pictures/codename";
import { saying } from "../pictures/pictures";
import { LateSeat } from "../seats/late";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, can, currentTurn, judgeOf, me, question, view } from "../view";
import { Absent } from "./absent";
import { stillToMark } from "./agreement";
import { UndoOffered } from "./undo";

export function Dock(): JSX.Element | null {
  const { state } = useUi();
  const game = view(state)?.game ?? null;
  if (game === null) return null;
  return (
    <section class="dock">
      {game.paused ? <PausedHere game={game} /> : <Doing game={game} />}
      {/* Last, since it vanishes by itself: nothing may move under the thumb. */}
      <UndoOffered />
    </section>
  );
}

function Doing({ game }: { game: GameView }): JSX.Element {
  const { state, words } = useUi();
  const chosen = state.selected;
  if (state.tapping === "exchange") return <Exchange position={chosen} />;
  if (chosen !== null && can(state, "touch_card")) {
    return <Confirm position={chosen} move="touch_card" say="touch.confirm" />;
  }
  if (chosen !== null && can(state, "cover_card")) {
    const say = game.phase === "opponent" ? "coop.confirm" : "cover.confirm";
    return <Confirm position={chosen} move="cover_card" say={say} />;
  }
  return (
    <>
      {/* First: nothing that comes and goes with the turns moves it. */}
      <Watching />
      <DuetLines />
      <Outstanding game={game} />
      <MoveButton move="end_turn" class="wide" others={["touch_card"]}>
        {words.say("end_turn")}
      </MoveButton>
      <Disputed />
      <Penalty />
      <Opponent />
      <Worth game={game} />
      <Challenge />
      <Absent />
      <TurnSand />
    </>
  );
}

/** What earlier clues still owe, where that earns the team in turn a guess. */
function Outstanding({ game }: { game: GameView }): JSX.Element | null {
  const { words } = useUi();
  const n = game.outstanding?.[currentTurn(game).team] ?? 0;
  if (n === 0 || (game.phase !== "clue" && game.phase !== "guess")) return null;
  return (
    <p class="hint" data-testid="outstanding">
      {words.say("outstanding", { n })}
    </p>
  );
}

/** The chosen word once more, large; only the second tap reveals. */
function Confirm(props: { position: number; move: "touch_card" | "cover_card"; say: TextKey }): JSX.Element {
  const { state, dispatch, phone, words } = useUi();
  const { position, move } = props;
  const waits = busy(state, move);
  const missing = move === "touch_card" ? stillToMark(state, position) : [];
  const confirm = (): void => {
    buzz();
    void phone.play(move, { position });
  };
  const cancel = (): void => {
    if (can(state, "mark_card")) void phone.play("mark_card", { position, on: false });
    dispatch({ type: "select", position: null });
  };
  return (
    <div class="confirm" ref={useFocusHere(position)}>
      <p class="confirm-word" role="status">
        <Whole>
          <Codename position={position} large />
        </Whole>
      </p>
      <LastChance />
      {missing.length > 0 && (
        <p class="hint" data-testid="agree-first" role="status">
          {words.say("touch.agree", { names: missing.join(", ") })}
        </p>
      )}
      <div class="pair">
        <button
          type="button"
          class="main"
          data-testid="confirm-touch"
          disabled={waits || missing.length > 0}
          onClick={confirm}
          // A key that is still held down from choosing the card confirms nothing.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {words.say(waits ? "sending" : props.say)}
        </button>
        <button type="button" data-testid="cancel-touch" disabled={waits} onClick={cancel}>
          {words.say("touch.cancel")}
        </button>
      </div>
    </div>
  );
}

/** For who has no seat. */
function Watching(): JSX.Element | null {
  const { state } = useUi();
  return me(state)?.player.seat === "spectator" ? <LateSeat /> : null;
}

/** Whoever chooses a card by keys is at what confirms it, and afterwards on the card again. */
function useFocusHere(position: number): RefObject<HTMLDivElement> {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const here = place.current;
    const card = document.querySelector<HTMLElement>(`[data-testid="card-${position}"]`);
    if (card !== null && document.activeElement === card) {
      here?.querySelector<HTMLElement>(".main:not([disabled])")?.focus({ preventScroll: true });
    }
    return () => {
      // A button that waits for the server has lost its focus to the page.
      const focused = document.activeElement;
      if (focused === document.body || here?.contains(focused) === true) card?.focus({ preventScroll: true });
    };
  }, [position]);
  return place;
}

function Exchange({ position }: { position: number | null }): JSX.Element {
  const ui = useUi();
  const { state, dispatch, phone, words } = ui;
  const back = (): void => dispatch({ type: "tapping", tapping: "touch" });
  const exchange = (): void => {
    if (position !== null) void phone.play("exchange_codename", { position });
  };
  return (
    <div class="confirm">
      <p class={position === null ? "hint" : "confirm-word"} role="status">
        {position === null ? saying(ui, "exchange.hint") : <Codename position={position} large />}
      </p>
      {position !== null && <Withdraws />}
      <div class="pair">
        {position !== null && (
          <button
            type="button"
            class="main"
            data-testid="exchange-confirm"
            disabled={busy(state, "exchange_codename")}
            onClick={exchange}
          >
            {words.say("exchange.confirm")}
          </button>
        )}
        <button type="button" onClick={back}>
          {words.say("touch.cancel")}
        </button>
      </div>
    </div>
  );
}

/** Whoever asked the rival about a clue withdraws that by an exchange. */
function Withdraws(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  const open = question(state);
  if (seen === null || seen.game === null || open === null || open.rejected || open.giver !== state.you) return null;
  const name = judgeOf(seen.lobby, currentTurn(seen.game).team)?.name ?? "?";
  return (
    <p class="hint" data-testid="exchange-withdraws">
      {words.say("exchange.withdraws", { name })}
    </p>
  );
}

function PausedHere({ game }: { game: GameView }): JSX.Element {
  const { words } = useUi();
  const strict = game.settings.timer === "strict";
  return (
    <div class="confirm">
      <p class="hint">{words.say(strict ? "paused.clock" : "paused")}</p>
      <MoveButton move="resume" class="main wide">
        {words.say("resume")}
      </MoveButton>
    </div>
  );
}
