import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Announcer, STAYS, STAYS_AT_LEAST, STAYS_OVERTAKEN } from "./announcer";

let shown: string | null = null;
let announcer: Announcer;
const news = (text: string): { text: string; matters: boolean } => ({ text, matters: false });
const key = (text: string): { text: string; matters: boolean } => ({ text, matters: true });

beforeEach(() => {
  vi.useFakeTimers();
  shown = null;
  announcer = new Announcer((text) => (shown = text));
});

afterEach(() => {
  vi.useRealTimers();
});

test("an announcement stays a while", () => {
  announcer.say([news("one")]);
  vi.advanceTimersByTime(STAYS - 1);
  expect(shown).toBe("one");
  vi.advanceTimersByTime(1);
  expect(shown).toBeNull();
});

test("several at once are shown one after the other", () => {
  announcer.say([key("one"), news("two")]);
  vi.advanceTimersByTime(STAYS_AT_LEAST - 1);
  expect(shown).toBe("one");
  vi.advanceTimersByTime(1);
  expect(shown).toBe("two");
});

test("news overtake older news, and what waits is let go", () => {
  announcer.say([news("one"), news("two")]);
  vi.advanceTimersByTime(100);
  announcer.say([news("three")]);
  vi.advanceTimersByTime(STAYS_OVERTAKEN - 100);
  expect(shown).toBe("three");
});

test("who took a key is neither overtaken nor let go", () => {
  announcer.say([key("Ana"), key("Haris")]);
  vi.advanceTimersByTime(100);
  announcer.say([news("three")]);
  vi.advanceTimersByTime(STAYS_AT_LEAST - 101);
  expect(shown).toBe("Ana");
  vi.advanceTimersByTime(1);
  expect(shown).toBe("Haris");
  vi.advanceTimersByTime(STAYS_AT_LEAST);
  expect(shown).toBe("three");
});

test("after a long rest the next one comes at once", () => {
  announcer.say([key("one")]);
  vi.advanceTimersByTime(STAYS_AT_LEAST + 1);
  announcer.say([news("two")]);
  vi.advanceTimersByTime(0);
  expect(shown).toBe("two");
});
