/** Host: bots for the free seats, one at a time or all at once; behind one button until they are asked for. */
import type { JSX } from "preact";
import { BotSign } from "../../../common/look/drawings";
import { EVERY_BOT_STYLE, SEATS } from "../../../common/wire";
import type { LobbyView, Mode, Seat } from "../../../common/wire";
import { Choice } from "../basics/choice";
import { isKeySeat, teamOf } from "../seats/seat";
import type { State } from "../state";
import { useUi } from "../ui";
import { busy, me, peopleIn, view } from "../view";

/** Typed into the server's terminal, in every language. */
const INSTALL = "pip install 'undercast[bots]'";

/** Beside a free seat: a bot for it. */
export function AddBot({ seat, called }: { seat: Seat; called: string }): JSX.Element {
  const { state, phone, words } = useUi();
  return (
    <button
      type="button"
      class="seat-bot"
      data-testid={`add-bot-${seat}`}
      aria-label={words.say("bots.add", { seat: called })}
      disabled={busy(state, "add_bot", "fill_with_bots")}
      onClick={() => void phone.send("add_bot", { seat, style: state.botStyle })}
    >
      <span class="seat-bot-what" aria-hidden="true">
        +
        <BotSign />
      </span>
    </button>
  );
}

/** Whether bots are asked for here, or play already. */
export function playsWithBots(state: State): boolean {
  return state.withBots || (view(state)?.lobby.players ?? []).some(({ bot }) => bot !== null);
}

/** Under the seats: all that are still free, how bots play, and what is to be known of them. */
export function Bots({ lobby, mode }: { lobby: LobbyView; mode: Mode }): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  const asked = lobby.llm !== null && (
    <p class="hint" data-testid="bots-llm">
      {words.say("bots.llm", { model: lobby.llm })}
    </p>
  );
  if (me(state)?.isHost !== true || freeSeats(lobby, mode).length === 0) return asked || null;
  if (!playsWithBots(state)) {
    return (
      <div class="bots">
        <button type="button" class="wide bots-fill" data-testid="bots-open" onClick={() => dispatch({ type: "with_bots" })}>
          <BotSign /> {words.say("bots.play")}
        </button>
        {asked}
      </div>
    );
  }
  return (
    <div class="bots">
      {!fillsInsteadOfDealing(state) && <Fill lobby={lobby} mode={mode} />}
      {lobby.bots === "ready" ? (
        <HowTheyPlay />
      ) : (
        <p class="hint" data-testid="bots-held">
          {words.say(`bots.${lobby.bots}`, { command: INSTALL })}
        </p>
      )}
      {asked}
    </div>
  );
}

/** Whether a host who is alone can go on by this alone: it stands where the cards are dealt. */
export function fillsInsteadOfDealing(state: State): boolean {
  const lobby = view(state)?.lobby;
  if (lobby === undefined || !playsWithBots(state) || me(state)?.isHost !== true || lobby.bots !== "ready" || lobby.no_deal === null) return false;
  const running = lobby.no_deal === "room/game_running";
  return !running && peopleIn(lobby).length === 1 && freeSeats(lobby, lobby.settings.mode).length > 0;
}

/** By one tap: whoever taps it sits down as well. */
export function Fill({ lobby, mode, main = false }: { lobby: LobbyView; mode: Mode; main?: boolean }): JSX.Element {
  const { state, phone, words } = useUi();
  const fill = (): void => {
    const own = ownSeat(lobby, mode);
    if (me(state)?.player.seat === "spectator" && own !== undefined) void phone.send("take_seat", { seat: own });
    void phone.send("fill_with_bots", { style: state.botStyle });
  };
  return (
    <button
      type="button"
      class={main ? "main wide bots-fill" : "wide bots-fill"}
      data-testid="fill-with-bots"
      disabled={lobby.bots !== "ready" || busy(state, "add_bot", "fill_with_bots")}
      onClick={fill}
    >
      <BotSign /> {words.say("bots.fill")}
    </button>
  );
}

/** How much those dare that are added next. */
function HowTheyPlay(): JSX.Element {
  const { state, dispatch, words } = useUi();
  return (
    <details class="bots-how">
      <summary data-testid="bots-how">
        {words.say("label", { label: words.say("bots.style"), value: words.say(`style.${state.botStyle}`) })}
      </summary>
      <Choice
        legend={words.say("bots.style")}
        prefix="style"
        name="style"
        values={EVERY_BOT_STYLE}
        value={state.botStyle}
        change={(style) => dispatch({ type: "bot_style", style })}
      />
    </details>
  );
}

/** Where a bot could sit down: seats of teams in which nobody is, unless somebody plays both teams' part. */
function freeSeats({ players }: LobbyView, mode: Mode): readonly Seat[] {
  const taken = (seat: Seat): boolean => players.some((player) => player.seat === seat);
  return SEATS[mode].filter(
    (seat) =>
      teamOf(seat) !== null && !taken(seat) && !(mode === "classic" && taken(isKeySeat(seat) ? "key_holder" : "operative_for_both")),
  );
}

/** For who fills the seats and has none: to guess is easier to begin with. */
function ownSeat(lobby: LobbyView, mode: Mode): Seat | undefined {
  const free = freeSeats(lobby, mode);
  return free.find((seat) => !isKeySeat(seat)) ?? free[0];
}
