import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Clock } from "../wire";
import { SecondHand } from "./seconds";

let ticked: number[];
let hand: SecondHand;
const running = (until: number): Clock => ({ total: 60_000, until, left: null });

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  ticked = [];
  hand = new SecondHand(() => Date.now(), (seconds) => ticked.push(seconds));
});
afterEach(() => {
  vi.useRealTimers();
});

it("the second hand ticks with the clock's own seconds, the last time at the end", () => {
  hand.follow(running(3250));
  vi.advanceTimersByTime(251);
  expect(ticked).toEqual([3]); // from 3250: the first after a quarter of a second
  vi.advanceTimersByTime(60_000);
  expect(ticked).toEqual([3, 2, 1, 0]);
});

it("the same clock said again loses no second and repeats none", () => {
  for (let tenths = 0; tenths < 40; tenths++) {
    hand.follow(running(3000));
    vi.advanceTimersByTime(100);
  }
  expect(ticked).toEqual([2, 1, 0]);
});

it("it leaves a clock for another one, for one that stands, or for none", () => {
  hand.follow(running(3000));
  hand.follow(running(9000));
  vi.advanceTimersByTime(1001);
  expect(ticked).toEqual([8]);
  hand.follow({ until: null, left: 8000 });
  vi.advanceTimersByTime(60_000);
  hand.follow(running(70_000));
  hand.follow(null);
  vi.advanceTimersByTime(60_000);
  expect(ticked).toEqual([8]);
  expect(vi.getTimerCount()).toBe(0);
});
