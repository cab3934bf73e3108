/** The whole seconds that a game's clock shows: they count down, the same on every screen. */
import type { Clock } from "../wire";

const SECOND = 1000;

/** A clock, or whatever else there is time for until a moment of the server's. */
export type Countdown = Pick<Clock, "until" | "left">;

/** Seconds left at server time `now`; 0 when it has run out, and not a moment before. */
export function secondsLeft(clock: Countdown, now: number): number {
  const left = clock.until === null ? (clock.left ?? 0) : clock.until - now;
  return Math.ceil(Math.max(left, 0) / SECOND);
}

/** Minutes and seconds: 75 is "1:15". */
export function minutes(seconds: number): string {
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}:${rest < 10 ? "0" : ""}${rest}`;
}

/** Tells whenever a clock shows another second. */
export class SecondHand {
  private until: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `now`: the server's time. `tick` is called with the seconds left, the last time with 0. */
  constructor(
    private readonly now: () => number,
    private readonly tick: (seconds: number) => void,
  ) {}

  /** Follow this clock from now on, or none; one that stands or has run out does not tick. */
  follow(clock: Countdown | null): void {
    const until = clock === null ? null : clock.until;
    if (until === this.until) return;
    clearTimeout(this.timer);
    this.until = until;
    if (clock !== null && until !== null) this.waitForNext(clock, until);
  }

  private waitForNext(clock: Countdown, until: number): void {
    // Each time from the clock itself: what one timer is late does not add up.
    const left = until - this.now();
    if (left <= 0) return;
    this.timer = setTimeout(() => {
      this.tick(secondsLeft(clock, this.now()));
      this.waitForNext(clock, until);
    }, (left % SECOND || SECOND) + 1);
  }
}
