import type { JSX } from "preact";
import { useSecondsLeft } from "../../../common/clock/time-left";
import { MoveButton } from "../basics/move-button";
import { useUi } from "../ui";
import { can, view } from "../view";

/** The latest touch can be taken back for some seconds more. */
export function UndoOffered(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const game = view(state)?.game ?? null;
  const offer = game !== null && can(state, "undo") ? game.undo : null;
  const clock = offer === null ? null : { until: offer.until, left: offer.left };
  const seconds = useSecondsLeft(clock, () => phone.serverNow());
  if (seconds === null || seconds === 0) return null;
  return (
    <MoveButton move="undo" class="undo">
      {words.say("undo")} <span aria-hidden="true">{seconds}</span>
    </MoveButton>
  );
}
