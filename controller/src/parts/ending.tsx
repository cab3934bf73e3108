/** The end of a game: who won and why, the debrief, and the next one. */
import type { JSX } from "preact";
import { Shape } from "../../../common/shapes";
import type { Result } from "../../../common/wire";
import { busy, can, mayDeal, nameOf, view } from "../me";
import { key, useUi } from "../ui";
import type { Ui } from "../ui";
import { refusalText } from "./basics";
import { UndoOffered } from "./dock";

export function Ending(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const game = view(state)?.game ?? null;
  if (game === null || game.result === null) return null;
  const { winner } = game.result;
  return (
    <section class={`ending${winner === null ? "" : ` is-${winner}`}`}>
      <div class="result" data-testid="result" data-winner={winner ?? "nobody"} role="status">
        {winner !== null && <Shape identity={winner} letter={words.say(key("letter", winner))} inverted />}
        <div>
          <h2>{words.say(winner === null ? "end.nobody" : key("end.wins", winner))}</h2>
          <p>{why(words, game.result)}</p>
        </div>
      </div>
      {can(state, "undo") && (
        <div class="undo-place">
          <UndoOffered />
        </div>
      )}
      {can(state, "debrief") && (
        <button
          type="button"
          class="main wide"
          data-testid="debrief"
          disabled={busy(state, "debrief")}
          onClick={() => void phone.play("debrief", {})}
        >
          {words.say("debrief")}
        </button>
      )}
      <NextGame />
    </section>
  );
}

function why(words: Ui["words"], { winner, ending }: Result): string {
  if (winner === null || ending === "abandoned") return words.say("end.abandoned");
  return words.say(key(ending === "assassin" ? "end.assassin" : "end.all", winner));
}

function NextGame(): JSX.Element | null {
  const { state, dispatch, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const deal = (swap_spymasters: boolean) => (): void => void phone.send("deal", { swap_spymasters });
  const seats = (
    <button type="button" class="quiet wide" onClick={() => dispatch({ type: "sheet", sheet: "room" })}>
      {words.say("end.seats")}
    </button>
  );
  if (!mayDeal(state)) {
    return (
      <>
        <p class="hint">{words.say("end.wait", { name: nameOf(lobby, lobby.host) })}</p>
        {seats}
      </>
    );
  }
  const debriefed = view(state)?.game?.phase === "debriefed";
  const held = lobby.no_deal !== null || busy(state, "deal");
  return (
    <>
      <div class="pair">
        <button type="button" class={debriefed ? "main" : ""} data-testid="again" disabled={held} onClick={deal(false)}>
          {words.say("again")}
        </button>
        <button type="button" data-testid="swap" disabled={held} onClick={deal(true)}>
          {words.say("swap")}
        </button>
      </div>
      {lobby.no_deal !== null && <p class="hint">{refusalText(words, lobby.no_deal)}</p>}
      {seats}
    </>
  );
}
