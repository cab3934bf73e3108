import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Clock, Happening } from "../../../common/wire";
import { ClockSounds } from "./clock-sounds";

let heard: string[];
let sounds: ClockSounds;

const running = (until: number): Clock => ({ total: 60_000, until, left: null });
const OVER: Happening = { kind: "turn_ended", team: "red", why: "time" };
const TICKS = ["tick", "tick", "tick", "tick", "tick"];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  heard = [];
  sounds = new ClockSounds(() => Date.now(), (sound) => heard.push(sound));
});

afterEach(() => {
  vi.useRealTimers();
});

test("the last five seconds tick, and the end sounds once", () => {
  sounds.follow(running(8000));
  vi.advanceTimersByTime(2999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(4002);
  expect(heard).toEqual(TICKS);
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual([...TICKS, "time"]);
});

test("another snapshot of the same clock changes nothing, after a reconnect neither", () => {
  for (let second = 0; second < 12; second += 1) {
    sounds.follow(running(8000));
    vi.advanceTimersByTime(1000);
  }
  expect(heard).toEqual([...TICKS, "time"]);
});

test("a clock that ran out before the page came is silent", () => {
  vi.setSystemTime(9000);
  sounds.follow(running(8000));
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual([]);
});

test("a clock that stands is silent, and goes on where it stood", () => {
  sounds.follow(running(5500));
  vi.advanceTimersByTime(1501);
  sounds.follow({ total: 60_000, until: null, left: 4000 });
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(["tick", "tick"]);
});

test("the end of sudden death by time sounds as well", () => {
  sounds.follow(running(8000));
  const result = { winner: null, ending: "time" as const, score: null };
  sounds.follow(null, [{ kind: "game_ended", result }]);
  expect(heard).toEqual(["time"]);
});

test("the server's end comes a moment before ours, or after it: it sounds once", () => {
  sounds.follow(running(8000));
  vi.advanceTimersByTime(7990);
  sounds.follow(running(68_000), [OVER]);
  expect(heard).toEqual([...TICKS, "time"]);
  vi.advanceTimersByTime(60_050);
  expect(heard).toEqual([...TICKS, "time", ...TICKS, "time"]);
  sounds.follow(running(190_000), [OVER]);
  expect(heard).toHaveLength(12);
});

test("without a clock nothing sounds", () => {
  sounds.follow(running(8000));
  sounds.follow(null);
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual([]);
});
