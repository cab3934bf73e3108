import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Announcer, STAYS, STAYS_AT_LEAST } from "./announcer";

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
  announcer.say([news("one")], 1);
  vi.advanceTimersByTime(STAYS - 1);
  expect(shown).toBe("one");
  vi.advanceTimersByTime(1);
  expect(shown).toBeNull();
});

test("who took a key is shown before what else happened", () => {
  announcer.say([key("one"), news("two")], 1);
  vi.advanceTimersByTime(STAYS_AT_LEAST - 1);
  expect(shown).toBe("one");
  vi.advanceTimersByTime(1);
  expect(shown).toBe("two");
});

test("newer news is shown at once, and what was overtaken never", () => {
  announcer.say([news("one"), news("two")], 1);
  expect(shown).toBe("two");
  announcer.say([news("three")], 2);
  expect(shown).toBe("three");
  vi.advanceTimersByTime(STAYS);
  expect(shown).toBeNull();
});

test("who took a key is neither overtaken nor let go", () => {
  announcer.say([key("Ana"), key("Haris")], 0);
  vi.advanceTimersByTime(100);
  announcer.say([news("three")], 1);
  announcer.say([news("four")], 2);
  vi.advanceTimersByTime(STAYS_AT_LEAST - 101);
  expect(shown).toBe("Ana");
  vi.advanceTimersByTime(1);
  expect(shown).toBe("Haris");
  vi.advanceTimersByTime(STAYS_AT_LEAST);
  expect(shown).toBe("four");
});

test("once the game went on, nothing older is said any more, shown or waiting", () => {
  announcer.say([news("PIANO: a red agent")], 1);
  announcer.say([], 2);
  expect(shown).toBeNull();
  announcer.say([key("Ana"), news("PIANO: a red agent")], 3);
  announcer.say([], 4);
  expect(shown).toBe("Ana");
  vi.advanceTimersByTime(STAYS_AT_LEAST);
  expect(shown).toBeNull();
});

test("what happens beside the game leaves an announcement alone", () => {
  announcer.say([news("one")], 1);
  announcer.say([], 1);
  expect(shown).toBe("one");
});

test("after a long rest the next one comes at once", () => {
  announcer.say([key("one")], 0);
  vi.advanceTimersByTime(STAYS_AT_LEAST + 1);
  announcer.say([news("two")], 1);
  vi.advanceTimersByTime(0);
  expect(shown).toBe("two");
});
