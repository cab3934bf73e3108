/** The start of a game: dealing it, or what still stands in the way. */
import type { JSX } from "preact";
import { PRESETS } from "../../../common/wire";
import type { LobbyView, PlayerView } from "../../../common/wire";
import { Fill, fillsInsteadOfDealing, playsWithBots } from "../bots/seating";
import { LatestNotice } from "../notices/notices";
import { Refusal, refusalText } from "../refusals/refusal";
import { besideIt, presetOf, sameRules } from "../rules/house-rules";
import type { Preset } from "../rules/house-rules";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, mayDeal, me, nameOf, peopleIn, view } from "../view";
import { useDealing } from "./deal";

export function Begin(): JSX.Element | null {
  const { state } = useUi();
  const lobby = view(state)?.lobby;
  return lobby === undefined ? null : <BeginIn lobby={lobby} />;
}

function BeginIn({ lobby }: { lobby: LobbyView }): JSX.Element {
  const { state, words } = useUi();
  const { held, deal, question } = useDealing(lobby);
  const { no_deal, settings, unseated } = lobby;
  const fills = fillsInsteadOfDealing(state);
  return (
    <div class="begin">
      {state.sheet === null && <Refusal />}
      {fills && <Fill lobby={lobby} mode={settings.mode} main />}
      {!fills && mayDeal(state) && (question ?? (
        <button type="button" class="main wide" data-testid="deal" disabled={held} onClick={() => deal(false)}>
          {words.say("deal")}
        </button>
      ))}
      {no_deal !== null && !fills && question === null && (
        <p class="hint">{refusalText(words, no_deal, settings)}</p>
      )}
      {no_deal === null && !mayDeal(state) && (
        <p class="hint" data-testid="lobby-wait">
          {unseated.length > 0
            ? words.say("seats.strays", { names: unseated.map((id) => nameOf(lobby, id)).join(", ") })
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

/** Who should sit where, in words: it hangs on the game and on how many there are. News stand in its place. */
export function Guide(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const n = peopleIn(lobby).length;
  const names = forBoth(lobby).map(({ name }) => name).join(", ");
  return (
    <div class="lobby-said">
      <p class={state.notices.length > 0 ? "lobby-unsaid" : undefined} data-testid="guide">
        {words.say(guide(lobby, n), { n, names })}
      </p>
      <LatestNotice />
    </div>
  );
}

/** For the host, below the seats: games for so few people, each with what it changes; and the way back. */
export function Offers(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  const presets = lobby === undefined ? [] : offered(lobby, lobby.bots === "ready" && playsWithBots(state));
  if (lobby === undefined || presets.length === 0 || me(state)?.isHost !== true) return null;
  const { settings, decks, language } = lobby;
  const now = presetOf(settings);
  return (
    <section class="offers" aria-label={words.say("offers")}>
      <h2>{words.say("offers")}</h2>
      {presets.map((preset) => {
        const wished = { ...PRESETS[preset], board: settings.board, ...besideIt(settings) };
        const chosen = sameRules(wished, settings);
        return (
          <button
            key={preset}
            type="button"
            class="offer wide"
            data-testid={`offer-${preset}`}
            aria-pressed={chosen}
            disabled={busy(state, "change_settings")}
            onClick={() => !chosen && void phone.send("change_settings", { settings: wished, decks, language })}
          >
            <strong>{words.say(`preset.${preset}`)}</strong>{" "}
            <span>{words.say(preset === "classic" ? "offer.classic" : `preset.why.${preset}`)}</span>
          </button>
        );
      })}
      {(now === null || REPLACED.indexOf(now) >= 0) && <p class="hint">{words.say("offer.replaces")}</p>}
    </section>
  );
}

/** Presets that are more than a number of people: choosing one of the offers undoes them. */
const REPLACED: readonly Preset[] = ["on_the_couch", "by_the_book", "strict_referee", "hindi_house_rules"];

function offered(lobby: LobbyView, withBots: boolean): readonly Preset[] {
  const { settings } = lobby;
  const n = peopleIn(lobby).length;
  const against = withBots ? (["two_against_two_bots"] as const) : [];
  const back = isForFew(settings) ? (["classic"] as const) : [];
  if (n === 1) return withBots ? ["alone", "alone_duet", ...against, ...back] : back;
  if (n === 2) return ["two_of_us", "duet", ...against, ...back];
  return n === 3 ? ["three_of_us", "two_of_us", ...back] : back;
}

/** Whether this game has other seats than those of two teams. */
function isForFew(settings: LobbyView["settings"]): boolean {
  const preset = presetOf(settings);
  return settings.mode !== "classic" || preset === "three_of_us" || preset === "two_against_two_bots";
}

function forBoth({ players }: LobbyView): readonly PlayerView[] {
  return players.filter(({ seat }) => seat === "key_holder" || seat === "operative_for_both");
}

function guide(lobby: LobbyView, n: number): TextKey {
  const { settings: { mode }, no_deal, players, suggested, unseated } = lobby;
  const seated = no_deal === null && unseated.length === 0;
  if (players.length > n) return seated ? "guide.seated" : "lobby.hint";
  if (n === 1) return "lobby.hint";
  if (mode === "coop") return "guide.coop";
  if (mode === "duet") return n === 2 ? "guide.duet" : "guide.duet.more";
  if (suggested.operative_for_both !== undefined) return "guide.for_three";
  if (suggested.red_spymaster !== undefined && suggested.blue_spymaster === undefined) return "guide.two_bots";
  const both = forBoth(lobby).length > 0;
  if (n < 4 && !(seated && both)) return n === 2 ? "guide.two" : "guide.three";
  if (n > 3 && both) return "guide.both";
  return seated ? "guide.seated" : "lobby.hint";
}
