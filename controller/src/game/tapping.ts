/** What a tap on a card does now: choose it for a move, mark it, keep it in mind, or note it as meant. */
import { predicted, predicts } from "../predictions/predictions";
import type { State } from "../state";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, can, currentTurn, openKey, over, view } from "../view";
import { gives } from "./giving";

export interface Tapping {
  tap(position: number): void;
  /** The cards on which it does so; null: on every hidden one. */
  on: readonly number[] | null;
}

/** Null: nothing. */
export function useTapping(): Tapping | null {
  const ui = useUi();
  const { state, dispatch, phone } = ui;
  const choices = state.tapping === "exchange" ? ["exchange_codename"] : ["touch_card", "cover_card"];
  const marked = (position: number): boolean =>
    state.newest?.view.marks.some((mark) => mark.position === position && mark.by === state.you) === true;
  if (state.tapping === "touch" && can(state, "mark_card") && !can(state, "touch_card")) {
    return { on: null, tap: (position) => void phone.play("mark_card", { position, on: !marked(position) }) };
  }
  if (busy(state, "touch_card", "cover_card")) return null;
  if (predicts(state)) return predicting(ui);
  if (!choices.some((move) => can(state, move))) return noting(ui);
  const tap = (position: number): void => {
    const again = state.selected === position;
    dispatch({ type: "select", position: again ? null : position });
    if (state.tapping !== "touch" || !can(state, "mark_card")) return;
    if (marked(position) === again) void phone.play("mark_card", { position, on: !again });
  };
  return { on: null, tap };
}

/** The same card again withdraws it. None while a card turns that was touched. */
function predicting({ state, phone }: Ui): Tapping | null {
  if (state.newest?.step !== state.message?.step) return null;
  const tap = (position: number): void => {
    void phone.play("predict", { position: predicted(state) === position ? null : position });
  };
  return { on: null, tap };
}

/**
 * When nothing else is to be done with the board: whoever has no key can think ahead on it, and who looks for a clue
 * can note what it means.
 */
function noting({ state, dispatch }: Ui): Tapping | null {
  const seen = view(state);
  if (seen === null || seen.game === null || over(seen.game)) return null;
  if (seen.kind === "public") return { on: null, tap: (position) => dispatch({ type: "note", position }) };
  const own = ownHidden(state);
  return own.length === 0 ? null : { on: own, tap: (position) => dispatch({ type: "meant", position }) };
}

/** The cards that a clue can mean: the team's hidden ones, while this phone thinks of it with the key open. */
function ownHidden(state: State): readonly number[] {
  const game = view(state)?.game ?? null;
  const key = openKey(state);
  if (game === null || key === null || !gives(state) || !can(state, "note_cards")) return [];
  if (busy(state, "give_clue", "ask_rival")) return [];
  const { team } = currentTurn(game);
  return key.map((_, at) => at).filter((at) => key[at] === team && game.revealed[at] === null);
}
