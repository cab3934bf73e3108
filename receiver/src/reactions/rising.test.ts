import { afterEach, expect, test, vi } from "vitest";

import { rise, SEEN } from "./rising";

afterEach(() => vi.useRealTimers());

test("reactions stand beside each other for a moment, and are read to nobody", () => {
  vi.useFakeTimers();
  rise("fire");
  vi.advanceTimersByTime(SEEN / 2);
  rise("love");
  const signs = (): HTMLElement[] => Array.from(document.querySelectorAll(".reactions .reaction"));
  expect(signs().map(({ textContent }) => textContent)).toEqual(["🔥", "❤"]);
  expect(signs()[0]!.style.left).not.toBe(signs()[1]!.style.left);
  expect(document.querySelector(".reactions")?.getAttribute("aria-hidden")).toBe("true");
  vi.advanceTimersByTime(SEEN / 2);
  expect(signs()).toHaveLength(1);
  vi.advanceTimersByTime(SEEN / 2);
  expect(signs()).toHaveLength(0);
});
