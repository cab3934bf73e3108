/** What a game's clock shows, in a component that is drawn anew with every second. */
import { useEffect, useState } from "preact/hooks";
import { SecondHand, secondsLeft } from "./seconds";
import type { Countdown } from "./seconds";

export { minutes, secondsLeft } from "./seconds";

/** Seconds left, drawn anew when they change; null without a clock. `now`: the server's time. */
export function useSecondsLeft(clock: Countdown | null, now: () => number): number | null {
  const [, redraw] = useState(0);
  const until = clock === null ? null : clock.until;
  useEffect(() => {
    const hand = new SecondHand(now, () => redraw((n) => n + 1));
    hand.follow(clock);
    return () => hand.follow(null);
  }, [until]);
  return clock === null ? null : secondsLeft(clock, now());
}
