/** The start of a game: dealing it, or what still stands in the way. */
import type { JSX } from "preact";
import type { Mode } from "../../../common/wire";
import { Refusal, refusalText } from "../refusals/refusal";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, mayDeal, me, nameOf, view } from "../view";

export function Begin(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const held = lobby.no_deal;
  return (
    <div class="begin">
      {state.sheet === null && <Refusal />}
      {mayDeal(state) && (
        <button
          type="button"
          class="main wide"
          data-testid="deal"
          disabled={held !== null || busy(state, "deal")}
          onClick={() => void phone.send("deal", { swap_spymasters: false })}
        >
          {words.say("deal")}
        </button>
      )}
      {held !== null && <p class="hint">{refusalText(words, held, lobby.settings)}</p>}
      {held === null && !mayDeal(state) && (
        <p class="hint">{words.say("lobby.wait", { name: nameOf(lobby, lobby.host) })}</p>
      )}
    </div>
  );
}

/** Host: everybody seated by chance. */
export function Shuffle(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || me(state)?.isHost !== true || lobby.players.length < 2) return null;
  if (lobby.no_deal === "room/game_running") return null;
  return (
    <button
      type="button"
      class="wide"
      data-testid="shuffle"
      disabled={busy(state, "shuffle")}
      onClick={() => void phone.send("shuffle", {})}
    >
      {words.say("seats.shuffle")}
    </button>
  );
}

/** Who should sit where, in words: it hangs on the mode and on how many there are. */
export function Guide(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const n = lobby.players.length;
  return (
    <p class="lobby-hint" data-testid="guide">
      {words.say(guide(lobby.settings.mode, n), { n })}
    </p>
  );
}

function guide(mode: Mode, n: number): TextKey {
  if (n === 1) return "lobby.hint";
  if (mode === "coop") return "guide.coop";
  if (mode === "duet") return n === 2 ? "guide.duet" : "guide.duet.more";
  if (n === 2) return "guide.two";
  return n === 3 ? "guide.three" : "lobby.hint";
}
