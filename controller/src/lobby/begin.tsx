/** The start of a game: dealing it, or what still stands in the way. */
import type { JSX } from "preact";
import { PRESETS } from "../../../common/wire";
import type { LobbyView } from "../../../common/wire";
import { Fill, fillsInsteadOfDealing } from "../bots/seating";
import { LatestNotice } from "../notices/notices";
import { Refusal, refusalText } from "../refusals/refusal";
import { sameRules } from "../rules/house-rules";
import type { Preset } from "../rules/house-rules";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, mayDeal, me, nameOf, peopleIn, view } from "../view";

export function Begin(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const held = lobby.no_deal;
  const fills = fillsInsteadOfDealing(state);
  const choosing = peopleIn(lobby).flatMap(({ seat, name }) => (seat === "spectator" ? [name] : []));
  return (
    <div class="begin">
      {state.sheet === null && <Refusal />}
      {fills && <Fill lobby={lobby} mode={lobby.settings.mode} main />}
      {!fills && mayDeal(state) && (
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
      {held !== null && !fills && <p class="hint">{refusalText(words, held, lobby.settings)}</p>}
      {held === null && !mayDeal(state) && (
        <p class="hint" data-testid="lobby-wait">
          {choosing.length > 0
            ? words.say("seats.strays", { names: choosing.join(", ") })
            : words.say("lobby.wait", { name: nameOf(lobby, lobby.host) })}
        </p>
      )}
    </div>
  );
}

/** Host: everybody seated by chance. */
export function Shuffle(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || me(state)?.isHost !== true || peopleIn(lobby).length < 2) return null;
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

/** Who should sit where, in words: it hangs on the mode and on how many there are. News stand in its place. */
export function Guide(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const n = peopleIn(lobby).length;
  return (
    <div class="lobby-hint">
      <div class="lobby-said">
        <p class={state.notices.length > 0 ? "lobby-unsaid" : undefined} data-testid="guide">
          {words.say(guide(lobby, n), { n })}
        </p>
        <LatestNotice />
      </div>
      <Offer lobby={lobby} />
    </div>
  );
}

/** What is made for so few people: the host chooses by one tap. */
function Offer({ lobby }: { lobby: LobbyView }): JSX.Element | null {
  const { state, phone, words } = useUi();
  const presets = offered(lobby);
  if (presets.length === 0 || me(state)?.isHost !== true) return null;
  const { settings, decks, language } = lobby;
  const [before = "", after = ""] = words.say("guide.offer", { choices: "|" }).split("|");
  return (
    <p class="offer">
      {before}
      {presets.map((preset) => {
        const wished = { ...PRESETS[preset], board: settings.board, coach: settings.coach };
        const chosen = sameRules(wished, settings);
        return (
          <button
            key={preset}
            type="button"
            class="chip"
            data-testid={`offer-${preset}`}
            aria-pressed={chosen}
            disabled={busy(state, "change_settings")}
            onClick={() => !chosen && void phone.send("change_settings", { settings: wished, decks, language })}
          >
            {words.say(`preset.${preset}`)}
          </button>
        );
      })}
      {after}
    </p>
  );
}

function offered(lobby: LobbyView): readonly Preset[] {
  const { bots, settings } = lobby;
  const n = peopleIn(lobby).length;
  if (n === 1) return bots === "ready" ? ["alone", "alone_duet", "two_against_two_bots"] : [];
  if (n === 2) return ["two_of_us", "duet", ...(bots === "ready" ? (["two_against_two_bots"] as const) : []), "classic"];
  if (n === 3) return ["three_of_us", "two_of_us", "classic"];
  return n > 3 && settings.mode !== "classic" ? ["classic"] : [];
}

function guide({ settings: { mode }, no_deal, players, suggested }: LobbyView, n: number): TextKey {
  const seated = no_deal === null && players.every(({ seat }) => seat !== "spectator");
  if (players.length > n) return seated ? "guide.seated" : "lobby.hint";
  if (n === 1) return "lobby.hint";
  if (mode === "coop") return "guide.coop";
  if (mode === "duet") return n === 2 ? "guide.duet" : "guide.duet.more";
  if (n === 2) return suggested.red_spymaster === undefined ? "guide.two" : "guide.two_bots";
  if (n === 3) return "guide.three";
  return seated ? "guide.seated" : "lobby.hint";
}
