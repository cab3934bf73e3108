/** The clock on the table, the same on every screen; and the sand glass to turn over. */
import type { JSX } from "preact";
import { minutes, useSecondsLeft } from "../../../common/clock/time-left";
import type { Clock, GameView, Team } from "../../../common/wire";
import { MoveButton } from "../basics/move-button";
import { isCoop } from "../coop/coop";
import { playsFor } from "../seats/seat";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { currentTurn, me, view } from "../view";

/** Seconds left from which the clock is shown with emphasis. */
const SOON = 10;
/** Seconds left at which the players in turn are told by a screen reader. */
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

/** What those in turn are told, each once: half a minute, and ten seconds. Null at other times. */
export function useTimeTold(): string | null {
  const { state, phone, words } = useUi();
  const game = view(state)?.game ?? null;
  const clock = game?.clock ?? null;
  const seconds = useSecondsLeft(clock, () => phone.serverNow());
  const seat = me(state)?.player.seat;
  if (game === null || seat === undefined || !playsFor(seat, actingIn(game))) return null;
  if (clock === null || clock.until === null || seconds === null || seconds === 0) return null;
  const told = TOLD.find((left) => seconds <= left);
  return told === undefined ? null : words.say("clock.soon", { n: told });
}

/** Who acts in this turn: in co-op the people do, for the opponent as well. */
function actingIn(game: GameView): Team {
  return isCoop(game) ? "red" : currentTurn(game).team;
}

export function TurnSand(): JSX.Element {
  const { words } = useUi();
  return (
    <MoveButton move="turn_sand" class="wide">
      {words.say("sand.turn")}
    </MoveButton>
  );
}
