/** What is heard of a clock: its last seconds, and once that it has run out. */
import { SecondHand } from "../../../common/clock/seconds";
import type { Sound } from "../../../common/moments/cues";
import type { Clock, Happening } from "../../../common/wire";

/** Seconds left from which each is heard. */
const TICKS = 5;

/** Whether a turn, or a duet in sudden death, ended by time. */
function isTimeUp(event: Happening): boolean {
  if (event.kind === "game_ended") return event.result.ending === "time";
  return event.kind === "turn_ended" && event.why === "time";
}

export class ClockSounds {
  private readonly hand: SecondHand;
  /** When the clock that is followed runs out, and the last one that was heard to. */
  private until: number | null = null;
  private rung: number | null = null;

  /** `now`: the server's time. */
  constructor(
    now: () => number,
    private readonly play: (sound: Sound) => void,
  ) {
    this.hand = new SecondHand(now, (seconds) => this.second(seconds));
  }

  /** The clock as a newer snapshot has it, and what led to that. */
  follow(clock: Clock | null, happened: readonly Happening[] = []): void {
    // The server may find a turn's end a moment before we do.
    if (happened.some(isTimeUp)) this.ring();
    this.until = clock === null ? null : clock.until;
    this.hand.follow(clock);
  }

  private second(seconds: number): void {
    if (seconds === 0) this.ring();
    else if (seconds <= TICKS) this.play("tick");
  }

  private ring(): void {
    if (this.rung === this.until) return;
    this.rung = this.until;
    this.play("time");
  }
}
