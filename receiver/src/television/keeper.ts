/** Keeps a screen awake while its room lives, and tells the host's diagnostics how it is. Loaded apart. */
import { stopwatch } from "../../../common/connection/server-clock";
import type { Report } from "../../../common/wire";
import { Awake } from "./awake";

declare const __VERSION__: string;

/** The screen may sleep when the room has had no news for so long (ms): everybody went to bed. */
export const BEDTIME = 2 * 60 * 60_000;
/** How far apart reports are, at least and at most (ms). */
export const LEAST = 5000;
export const MOST = 60_000;
/** Of more changes, the latest are told. */
const MAX_CHANGES = 10;

export interface Way {
  /** Bring this to the server. */
  say(report: Report): void;
  /** The server's time. */
  now(): number;
}

export class Keeper {
  private readonly awake: Awake;
  private readonly changes: { visible: boolean; at: number }[] = [];
  private latency = 0;
  private said = -Infinity;
  private due: ReturnType<typeof setTimeout> | undefined;
  private bedtime: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly way: Way) {
    this.awake = new Awake(/CrKey/.test(navigator.userAgent), () => this.report());
    document.addEventListener("visibilitychange", () => {
      this.changes.push({ visible: isVisible(), at: stopwatch() });
      if (this.changes.length > MAX_CHANGES) this.changes.shift();
      this.report();
    });
  }

  /** The server let the page into a room, so many milliseconds after it asked. */
  entered(latency: number): void {
    this.latency = latency;
    this.news();
    this.say();
  }

  /** Something happened in the room. */
  news(): void {
    this.awake.hold();
    clearTimeout(this.bedtime);
    this.bedtime = setTimeout(() => this.awake.rest(), BEDTIME);
  }

  /** The page shows no room any more. */
  left(): void {
    this.awake.rest();
    clearTimeout(this.bedtime);
    clearTimeout(this.due);
  }

  /** Soon. At once, if it can be: the timers of a page that is not seen may take a minute. */
  private report(): void {
    const wait = this.said + LEAST - stopwatch();
    if (wait <= 0) this.say();
    else this.sayIn(wait);
  }

  private sayIn(wait: number): void {
    clearTimeout(this.due);
    this.due = setTimeout(() => this.say(), wait);
  }

  private say(): void {
    this.said = stopwatch();
    this.sayIn(MOST);
    const { failed, holds, played } = this.awake;
    const since = this.way.now() - stopwatch();
    this.way.say({
      agent: navigator.userAgent.slice(0, 300),
      width: innerWidth,
      height: innerHeight,
      latency: this.latency,
      failed: Array.from(failed),
      holds: Array.from(holds),
      played,
      visible: isVisible(),
      changes: this.changes.map(({ visible, at }) => ({ visible, at: Math.round(since + at) })),
      version: __VERSION__,
    });
  }
}

function isVisible(): boolean {
  return document.visibilityState !== "hidden";
}
