/** Who watches says in secret which card is touched next, and is told what came of it once the card has turned. */
import type { JSX } from "preact";
import type { State } from "../state";
import { useUi } from "../ui";
import { over, view } from "../view";

/** Whether the server would take a prediction of this phone's. */
export function predicts(state: State): boolean {
  return state.you !== null && (view(state)?.game?.may_predict.indexOf(state.you) ?? -1) >= 0;
}

/** The card that this phone predicts, also while the server is not yet told; null: none. */
export function predicted(state: State): number | null {
  const game = view(state)?.game ?? null;
  if (game === null || over(game)) return null;
  const sent = state.waiting.filter(({ name }) => name === "predict").pop();
  return sent === undefined ? (state.predictions?.position ?? null) : (sent.fields as { position: number | null }).position;
}

/** In the line under the board: what a tap does, or what came of the latest one. */
export function Prediction(): JSX.Element | null {
  const { state, words } = useUi();
  if (!predicts(state)) return null;
  const { latest = null, seen = 0, of = 0 } = state.predictions ?? {};
  const open = predicted(state) !== null;
  const right = latest === true && !open;
  return (
    <p class={right ? "prediction prediction-right" : "prediction hint"} data-testid="prediction">
      <span role="status">{words.say(right ? "predict.right" : open ? "predict.open" : "predict.hint")}</span>
      {of > 0 && <span class="prediction-score">{words.say("predict.score", { seen, of })}</span>}
    </p>
  );
}
