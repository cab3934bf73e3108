import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ServerClock, stopwatch } from "./server-clock";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

afterEach(() => {
  vi.useRealTimers();
});

/** An answer that took so long; the server read its clock when it was half way. */
function hears(clock: ServerClock, server: () => number, took: number): void {
  const sentAt = stopwatch();
  vi.advanceTimersByTime(took / 2);
  const time = server();
  vi.advanceTimersByTime(took / 2);
  clock.heard(time, sentAt, stopwatch());
}

describe("the server's clock", () => {
  /** Ten minutes before the phone's clock; it goes with the stopwatch. */
  const began = stopwatch();
  const server = (): number => 400_000 + stopwatch() - began;

  it("is the page's own before the server has said anything", () => {
    expect(new ServerClock().now()).toBe(1_000_000);
  });

  it("is estimated from what the server says, less half of the way", () => {
    const clock = new ServerClock();
    hears(clock, server, 300);
    expect(clock.now()).toBeCloseTo(server(), 3);
  });

  it("goes on when the phone's clock is set", () => {
    const clock = new ServerClock();
    hears(clock, server, 40);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5000);
    expect(clock.now()).toBeCloseTo(server(), 3);
  });

  it("is not made worse by a slow answer", () => {
    const clock = new ServerClock();
    hears(clock, server, 40);
    clock.heard(server(), stopwatch() - 4000, stopwatch());
    expect(clock.now()).toBeCloseTo(server(), 3);
  });

  it("is estimated anew when the stopwatch stood, or the server's clock was set", () => {
    const clock = new ServerClock();
    hears(clock, server, 40);
    const after = (): number => server() + 3_600_000;
    hears(clock, after, 800);
    expect(clock.now()).toBeCloseTo(after(), 3);
  });
});
