/** The clock beside the clue: the time left, and with sand its glass. */
import { Component } from "preact";
import type { JSX } from "preact";

import { SecondHand, minutes, secondsLeft } from "../../../common/clock/seconds";
import type { Clock } from "../../../common/wire";
import { say } from "../words";

interface Props {
  clock: Clock;
  /** Whether it is a glass of sand, which ends nothing. */
  sand: boolean;
  /** The server's time. */
  now: () => number;
}

/** Seconds left from which they catch the eye. */
const LAST = 10;
/** Milliseconds that take one digit more. */
const TEN_MINUTES = 600_000;

export class ClockFace extends Component<Props> {
  private readonly hand = new SecondHand(
    () => this.props.now(),
    () => this.setState({}),
  );

  override componentDidMount(): void {
    this.hand.follow(this.props.clock);
  }

  override componentDidUpdate(): void {
    this.hand.follow(this.props.clock);
  }

  override componentWillUnmount(): void {
    this.hand.follow(null);
  }

  override render({ clock, sand, now }: Props): JSX.Element {
    const seconds = secondsLeft(clock, now());
    const share = Math.min((seconds * 1000) / clock.total, 1);
    const state = stateOf(clock, sand, seconds);
    const classes = ["clock", state];
    if (sand) classes.push("sand");
    if (clock.total >= TEN_MINUTES) classes.push("long");
    return (
      <section class={classes.join(" ")} data-testid="tv-clock">
        {sand && <Glass share={share} runs={clock.until !== null && seconds > 0} />}
        <p class="clock-time" role="timer" data-testid="tv-time">
          {minutes(seconds)}
        </p>
        {state === "stands" && <p class="clock-note">{say("clock.stands")}</p>}
        {!sand && state !== "stands" && (
          <p class="clock-bar">
            <i style={{ width: `${share * 100}%` }} />
          </p>
        )}
      </section>
    );
  }
}

function stateOf(clock: Clock, sand: boolean, seconds: number): string {
  if (sand && seconds === 0) return "empty";
  if (clock.until === null) return "stands";
  return seconds <= LAST ? "last" : "";
}

/**
 * An hourglass with that share of its sand on top. It is turned over when it is full, and lies on
 * its side while it stands.
 */
function Glass({ share, runs }: { share: number; runs: boolean }): JSX.Element {
  // Sand that lies in a cone: half of it is not half as high.
  const height = Math.sqrt(share);
  const [x, y] = [36 * height, 50 * height];
  return (
    <svg class={share === 1 && runs ? "glass turned" : "glass"} viewBox="0 0 100 128" aria-hidden>
      <path class="glass-sand" d={`M50 64 ${50 - x} ${64 - y}H${50 + x}Z`} />
      <path class="glass-sand" d={`M${50 - x} ${64 + y}H${50 + x}L86 114H14Z`} />
      {runs && <path class="glass-stream" d="M50 62V112" />}
      <path class="glass-rim" d="M12 10H88M12 118H88M14 12C14 44 46 48 46 64S14 84 14 116M86 12C86 44 54 48 54 64S86 84 86 116" />
    </svg>
  );
}
