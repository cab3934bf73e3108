import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { keepAwake } from "./awake";

const failed = vi.fn();
let play: { mockRejectedValueOnce(fault: unknown): unknown; mock: { calls: unknown[] } };

const video = (): HTMLVideoElement | null => document.querySelector("video");
const script = (): HTMLScriptElement | null => document.querySelector("script");

beforeEach(() => {
  vi.useFakeTimers();
  failed.mockClear();
  URL.createObjectURL = () => "blob:silence";
  play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
  // Nothing is fetched in a test.
  const append = document.head.appendChild.bind(document.head);
  vi.spyOn(document.head, "appendChild").mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) node.type = "text/not-run";
    return append(node);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.querySelectorAll("video, script").forEach((it) => it.remove());
  delete (window as { cast?: unknown }).cast;
});

test("a silent video plays for ever, behind everything and out of everyone's way", async () => {
  keepAwake(false, failed);
  expect(video()).toMatchObject({ muted: true, loop: true });
  expect(video()?.hasAttribute("playsinline")).toBe(true);
  expect(video()?.getAttribute("aria-hidden")).toBe("true");
  expect(video()?.style.zIndex).toBe("-1");
  expect(video()?.style.width).toBe("2px");
  expect(play.mock.calls).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(failed).not.toHaveBeenCalled();
});

test("paused by something else, it plays on", async () => {
  keepAwake(false, failed);
  video()?.dispatchEvent(new Event("pause"));
  await vi.runAllTimersAsync();
  expect(play.mock.calls).toHaveLength(2);
});

test("a video that can't play is told, and nothing else happens", async () => {
  play.mockRejectedValueOnce(new Error("no codec"));
  keepAwake(false, failed);
  await vi.runAllTimersAsync();
  expect(failed.mock.calls).toEqual([["video"]]);
});

test("the framework is fetched on a Cast device only, and nobody waits for it", () => {
  keepAwake(false, failed);
  expect(script()).toBeNull();
  keepAwake(true, failed);
  expect(script()?.src).toContain("https://www.gstatic.com/cast/sdk/");
  expect(script()?.async).toBe(true);
});

test("the framework is told that the page is never idle", () => {
  const start = vi.fn();
  const CastReceiverContext = { getInstance: () => ({ start }) };
  (window as { cast?: unknown }).cast = { framework: { CastReceiverContext } };
  keepAwake(true, failed);
  script()?.onload?.(new Event("load"));
  expect(start).toHaveBeenCalledWith(expect.objectContaining({ disableIdleTimeout: true }));
  expect(failed).not.toHaveBeenCalled();
});

test("a framework that does not come, or is not what it should be, is told", () => {
  keepAwake(true, failed);
  script()?.dispatchEvent(new Event("error"));
  script()?.onload?.(new Event("load"));
  expect(failed.mock.calls).toEqual([["framework"], ["framework"]]);
});
