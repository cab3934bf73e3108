/** Before the first game: who sits where, and the start. */
import type { JSX } from "preact";
import { HowToButton, Offline, Refusal, refusalText } from "../parts/basics";
import { Requests } from "../parts/requests";
import { Seats } from "../parts/seats";
import { TvButton, TvLine } from "../parts/tv";
import { busy, mayDeal, me, nameOf, view } from "../me";
import { useUi } from "../ui";

export function Lobby(): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  return (
    <main class="lobby">
      <header class="lobby-top">
        <div>
          <p class="aside">{words.say("lobby.room")}</p>
          <h1 class="lobby-code">{lobby.code}</h1>
        </div>
        <button
          type="button"
          class="lobby-share"
          data-testid="share-open"
          onClick={() => dispatch({ type: "sheet", sheet: "share" })}
        >
          {words.say(me(state)?.isHost === true ? "sheet.share" : "share.open")}
        </button>
      </header>
      <Offline />
      <div class="tv-bar">
        <TvLine />
        <TvButton />
      </div>
      <Requests />
      <p class="lobby-hint">{words.say("lobby.hint", { n: lobby.players.length })}</p>
      <Seats />
      <div class="pair">
        <button
          type="button"
          data-testid="players-open"
          onClick={() => dispatch({ type: "sheet", sheet: "room" })}
        >
          {words.say("people.open")}
        </button>
        <button
          type="button"
          data-testid="rules-open"
          onClick={() => dispatch({ type: "sheet", sheet: "rules" })}
        >
          {words.say("rules.open")}
        </button>
      </div>
      <HowToButton />
      <Begin />
    </main>
  );
}

function Begin(): JSX.Element {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  const held = lobby?.no_deal ?? null;
  return (
    <div class="begin">
      <Refusal />
      {mayDeal(state) ? (
        <button
          type="button"
          class="main wide"
          data-testid="deal"
          disabled={held !== null || busy(state, "deal")}
          onClick={() => void phone.send("deal", { swap_spymasters: false })}
        >
          {words.say("deal")}
        </button>
      ) : (
        held === null &&
        lobby !== undefined && (
          <p class="hint">{words.say("lobby.wait", { name: nameOf(lobby, lobby.host) })}</p>
        )
      )}
      {held !== null && <p class="hint">{refusalText(words, held)}</p>}
    </div>
  );
}
