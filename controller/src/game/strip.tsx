/** The line under the board: what others just did, and otherwise what a tap on the board does. */
import type { JSX } from "preact";
import type { GameView } from "../../../common/wire";
import { LatestNotice } from "../notices/notices";
import { Prediction, predicts } from "../predictions/predictions";
import { saying } from "../pictures/pictures";
import { isKeySeat } from "../seats/seat";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { can, me, over, view } from "../view";
import { isOwnTurn } from "./title";

export function Strip(): JSX.Element | null {
  const ui = useUi();
  const game = view(ui.state)?.game ?? null;
  if (game === null) return null;
  const said = predicts(ui.state) ? null : hint(ui, game);
  const chosen = ui.state.selected !== null;
  return (
    <div class={chosen ? "strip strip-none" : "strip"}>
      {/* News wait while a card is chosen. */}
      {chosen ? null : ui.state.notices.length > 0 ? <LatestNotice /> : said !== null && <p class="hint">{said}</p>}
      {ui.state.notices.length === 0 && <Prediction />}
    </div>
  );
}

/** Phases that say in the dock what is to be done, and by whom. */
const SAID_BELOW: readonly GameView["phase"][] = ["challenged", "penalty", "opponent"];

function hint(ui: Ui, game: GameView): string | null {
  const { state, words } = ui;
  const seat = me(state)?.player.seat ?? "spectator";
  if (over(game) || game.paused || state.selected !== null || state.tapping === "exchange") return null;
  if (SAID_BELOW.indexOf(game.phase) >= 0) return null;
  const marks = can(state, "mark_card");
  if (can(state, "touch_card")) {
    if (game.duet !== null || can(state, "give_clue")) return null;
    return saying(ui, marks ? "touch.hint.mark" : "touch.hint");
  }
  if (marks) return words.say("mark.hint");
  if (!isKeySeat(seat)) return saying(ui, "note.hint");
  if (game.duet !== null || can(state, "give_clue")) return null;
  return words.say(isOwnTurn(state, game) ? "watch.poker" : "watch.ahead");
}
