/** The clock on the table, the same on every screen; and the sand glass to turn over. */
import type { JSX } from "preact";
import { minutes, useSecondsLeft } from "../../../common/clock/time-left";
import type { Clock, GameView } from "../../../common/wire";
import { MoveButton } from "../basics/move-button";
import { playsFor } from "../seats/seat";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { currentTurn, me, view } from "../view";

/** Seconds left from which the clock is shown with emphasis. */
const SOON = 10;
/** What the players in turn are told by a screen reader, once each. */
const TOLD = [SOON, 30];

export function TimeLeft(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const game = view(state)?.game ?? null;
  const clock = game?.clock ?? null;
  const seconds = useSecondsLeft(clock, () => phone.serverNow());
  if (game === null || clock === null || seconds === null) return null;
  const runs = clock.until !== null && seconds > 0;
  const note = noteOf(game, clock, seconds);
  return (
    <div class={`clock${runs && seconds <= SOON ? " clock-soon" : ""}${runs ? "" : " clock-stands"}`}>
      <p class="clock-text">
        <span class="hidden-text">{words.say("clock.left")} </span>
        <span class="clock-time" data-testid="clock">
          {minutes(seconds)}
        </span>{" "}
        {note !== null && <span class="clock-note">{words.say(note)}</span>}
      </p>
      <span class="clock-bar" aria-hidden="true" style={{ width: `${(100_000 * seconds) / clock.total}%` }} />
      <Spoken game={game} seconds={runs ? seconds : 0} />
    </div>
  );
}

/** Why the clock does not run, where that is so. */
function noteOf(game: GameView, clock: Clock, seconds: number): TextKey | null {
  if (game.settings.timer === "sand" && seconds === 0) return "clock.sand.empty";
  if (seconds === 0) return "clock.over";
  if (clock.until !== null) return null;
  return game.paused ? "clock.paused" : "clock.stands";
}

/** Politely, and only to those who are in turn: half a minute, and ten seconds. */
function Spoken({ game, seconds }: { game: GameView; seconds: number }): JSX.Element | null {
  const { state, words } = useUi();
  const seat = me(state)?.player.seat;
  if (seat === undefined || !playsFor(seat, currentTurn(game).team)) return null;
  const told = seconds === 0 ? undefined : TOLD.find((left) => seconds <= left);
  return (
    <p class="hidden-text" role="status" data-testid="clock-spoken">
      {told === undefined ? "" : words.say("clock.soon", { n: told })}
    </p>
  );
}

export function TurnSand(): JSX.Element {
  const { words } = useUi();
  return (
    <MoveButton move="turn_sand" class="wide">
      {words.say("sand.turn")}
    </MoveButton>
  );
}
