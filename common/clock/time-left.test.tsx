import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Clock } from "../wire";
import { minutes, secondsLeft, useSecondsLeft } from "./time-left";

const running = (until: number): Clock => ({ total: 60_000, until, left: null });
const standing = (left: number): Clock => ({ total: 60_000, until: null, left });

describe("seconds left", () => {
  it("are whole, and 0 only when nothing is left", () => {
    expect(secondsLeft(running(60_000), 0)).toBe(60);
    expect(secondsLeft(running(60_000), 1)).toBe(60);
    expect(secondsLeft(running(60_000), 1000)).toBe(59);
    expect(secondsLeft(running(60_000), 59_999)).toBe(1);
    expect(secondsLeft(running(60_000), 60_000)).toBe(0);
    expect(secondsLeft(running(60_000), 70_000)).toBe(0);
  });

  it("stand while the clock stands", () => {
    expect(secondsLeft(standing(4500), 99_000)).toBe(5);
    expect(secondsLeft(standing(0), 0)).toBe(0);
  });

  it("are written as minutes", () => {
    expect([0, 9, 60, 75, 900].map(minutes)).toEqual(["0:00", "0:09", "1:00", "1:15", "15:00"]);
  });
});

describe("on a page", () => {
  const page = document.createElement("p");
  let drawn = 0;

  function Shown({ clock }: { clock: Clock | null }): string {
    drawn++;
    const seconds = useSecondsLeft(clock, () => Date.now());
    return seconds === null ? "none" : minutes(seconds);
  }
  const show = (clock: Clock | null): void => void act(() => render(<Shown clock={clock} />, page));
  const pass = (milliseconds: number): void =>
    void act(() => void vi.advanceTimersByTime(milliseconds));

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    drawn = 0;
  });
  afterEach(() => {
    render(null, page);
    vi.useRealTimers();
  });

  it("they change with the clock's own seconds, once a second", () => {
    show(running(10_250));
    expect(page.textContent).toBe("0:11");
    pass(251);
    expect(page.textContent).toBe("0:10");
    for (let tenths = 0; tenths < 90; tenths++) pass(100);
    expect(page.textContent).toBe("0:01");
    expect(drawn).toBe(11);
    pass(5000);
    expect(page.textContent).toBe("0:00");
  });

  it("a late timer makes the next one no later", () => {
    show(running(10_000));
    vi.setSystemTime(1700);
    pass(1001);
    vi.setSystemTime(3001);
    pass(301);
    expect(page.textContent).toBe("0:07");
  });

  it("nothing runs while the clock stands, or without one", () => {
    show(standing(4000));
    expect(page.textContent).toBe("0:04");
    show(null);
    expect(page.textContent).toBe("none");
    expect(vi.getTimerCount()).toBe(0);
  });
});
