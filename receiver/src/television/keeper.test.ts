import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Report } from "../../../common/wire";
import { EVERY } from "./awake";
import { BEDTIME, Keeper, LEAST, MOST } from "./keeper";

let said: Report[];
let keeper: Keeper;
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  said = [];
  hidden = false;
  URL.createObjectURL = () => "blob:silence";
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockImplementation(() => Date.now() / 1000);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (hidden ? "hidden" : "visible"));
  const mine = said;
  keeper = new Keeper({ say: (report) => mine.push(report), now: () => Date.now() });
  keeper.entered(7);
});

afterEach(() => {
  keeper.left();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const video = (): Element | null => document.querySelector("video");
const last = (): Report | undefined => said[said.length - 1];

function turn(): void {
  hidden = !hidden;
  document.dispatchEvent(new Event("visibilitychange"));
}

test("what the screen is, is said at once, and now and then", () => {
  expect(said).toEqual([
    expect.objectContaining({ latency: 7, width: innerWidth, visible: true, changes: [], holds: [], version: "0.0.0" }),
  ]);
  vi.advanceTimersByTime(LEAST + MOST);
  expect(said).toHaveLength(3);
  expect(last()).toMatchObject({ holds: ["video"], failed: [] });
  expect(last()?.played).toBeGreaterThan(60);
});

test("that it is covered is said at once, with the time of the server", () => {
  vi.advanceTimersByTime(20_000);
  const before = said.length;
  turn();
  expect(said).toHaveLength(before + 1);
  expect(last()).toMatchObject({ visible: false, changes: [{ visible: false, at: 1_020_000 }] });
});

test("however often that changes, reports are few and short", () => {
  for (let times = 0; times < 400; times += 1) {
    turn();
    vi.advanceTimersByTime(100);
  }
  expect(said.length).toBeLessThanOrEqual(1 + 40_000 / LEAST + 1);
  turn();
  vi.advanceTimersByTime(LEAST);
  expect(last()?.visible).toBe(false);
  expect(last()?.changes).toHaveLength(10);
});

test("a room without news lets the screen sleep, and news wake it", () => {
  vi.advanceTimersByTime(BEDTIME - EVERY);
  keeper.news();
  vi.advanceTimersByTime(BEDTIME - EVERY);
  expect(video()).not.toBeNull();
  vi.advanceTimersByTime(2 * EVERY);
  expect(video()).toBeNull();
  keeper.news();
  expect(video()).not.toBeNull();
});

test("who left the room says nothing, and keeps nothing awake", () => {
  keeper.left();
  const before = said.length;
  vi.advanceTimersByTime(MOST * 3);
  expect([said.length, video()]).toEqual([before, null]);
});
