import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Announcer, STAYS, STAYS_AT_LEAST } from "./announcer";

let shown: string | null = null;
let announcer: Announcer;

beforeEach(() => {
  vi.useFakeTimers();
  shown = null;
  announcer = new Announcer((text) => (shown = text));
});

afterEach(() => {
  vi.useRealTimers();
});

test("an announcement stays a while", () => {
  announcer.say(["one"]);
  vi.advanceTimersByTime(STAYS - 1);
  expect(shown).toBe("one");
  vi.advanceTimersByTime(1);
  expect(shown).toBeNull();
});

test("the next one waits until the one before could be read", () => {
  announcer.say(["one"]);
  vi.advanceTimersByTime(1000);
  announcer.say(["two", "three"]);
  vi.advanceTimersByTime(STAYS_AT_LEAST - 1001);
  expect(shown).toBe("one");
  vi.advanceTimersByTime(1);
  expect(shown).toBe("two");
  vi.advanceTimersByTime(STAYS_AT_LEAST);
  expect(shown).toBe("three");
});

test("after a long rest the next one comes at once", () => {
  announcer.say(["one"]);
  vi.advanceTimersByTime(STAYS_AT_LEAST + 1);
  announcer.say(["two"]);
  vi.advanceTimersByTime(0);
  expect(shown).toBe("two");
});
