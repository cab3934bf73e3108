import type { ComponentChildren, JSX } from "preact";
import { useUi } from "../ui";
import { busy, can } from "../view";

/** Moves that need nothing but their name. */
type PlainMove =
  | "concede_challenge"
  | "debrief"
  | "decline_penalty"
  | "end_turn"
  | "pause"
  | "resume"
  | "turn_sand"
  | "undo"
  | "uphold_challenge"
  | "withdraw_challenge";

/** Makes a move, for those who may; held while it is on its way, or one of `others`. */
export function MoveButton(props: {
  move: PlainMove;
  class?: string;
  others?: readonly string[];
  children: ComponentChildren;
}): JSX.Element | null {
  const { state, phone } = useUi();
  const { move, others = [] } = props;
  if (!can(state, move)) return null;
  return (
    <button
      type="button"
      class={props.class}
      data-testid={move.replace("_", "-")}
      disabled={busy(state, move, ...others)}
      onClick={() => void phone.play(move, {})}
    >
      {props.children}
    </button>
  );
}
