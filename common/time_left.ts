/** What a game's clock shows: whole seconds that count down, the same on every screen. */
import { useEffect, useState } from "preact/hooks";
import type { Clock } from "./wire";

const SECOND = 1000;

/** Seconds left at server time `now`; 0 when it has run out, and not a moment before. */
export function secondsLeft(clock: Clock, now: number): number {
  const left = clock.until === null ? (clock.left ?? 0) : clock.until - now;
  return Math.ceil(Math.max(left, 0) / SECOND);
}

/** Minutes and seconds: 75 is "1:15". */
export function minutes(seconds: number): string {
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}:${rest < 10 ? "0" : ""}${rest}`;
}

/** Seconds left, drawn anew when they change; null without a clock. `now`: the server's time. */
export function useSecondsLeft(clock: Clock | null, now: () => number): number | null {
  const [, redraw] = useState(0);
  const until = clock === null ? null : clock.until;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Each time from the clock itself: what one timer is late does not add up.
    const waitForNext = (): void => {
      const left = until === null ? 0 : until - now();
      if (left <= 0) return;
      timer = setTimeout(() => {
        redraw((n) => n + 1);
        waitForNext();
      }, (left % SECOND) + 1);
    };
    waitForNext();
    return () => clearTimeout(timer);
  }, [until]);
  return clock === null ? null : secondsLeft(clock, now());
}
