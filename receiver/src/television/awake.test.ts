import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Awake, EVERY } from "./awake";

const changed = vi.fn();
let awake: Awake;
/** Whether videos of the page play here, and how far they are (s). */
let plays: boolean;

const video = (): HTMLVideoElement | null => document.querySelector("video");
const script = (): HTMLScriptElement | null => document.querySelector("script");
const held = (): string[] => Array.from(awake.holds).sort();
const failed = (): string[] => Array.from(awake.failed).sort();

async function looks(times: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(times * EVERY);
}

function on(isCastDevice: boolean): void {
  awake = new Awake(isCastDevice, changed);
  awake.hold();
}

beforeEach(() => {
  vi.useFakeTimers();
  changed.mockClear();
  plays = true;
  URL.createObjectURL = () => "blob:silence";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, "currentTime", "get").mockImplementation(() => (plays ? Date.now() / 1000 : 0));
  // Nothing is fetched in a test.
  const append = document.head.appendChild.bind(document.head);
  vi.spyOn(document.head, "appendChild").mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) node.type = "text/not-run";
    return append(node);
  });
});

afterEach(() => {
  awake.rest();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.querySelectorAll("video, script, cast-media-player").forEach((it) => it.remove());
  Reflect.deleteProperty(navigator, "wakeLock");
});

describe("in any browser", () => {
  test("a silent video plays all over the screen and under everything", async () => {
    on(false);
    expect(video()).toMatchObject({ muted: true, loop: true, src: "blob:silence" });
    expect(video()?.hasAttribute("playsinline")).toBe(true);
    expect(video()?.getAttribute("aria-hidden")).toBe("true");
    expect(video()?.style).toMatchObject({ zIndex: "-1", width: "100%", height: "100%" });
    expect(script()).toBeNull();
    await looks(2);
    expect([held(), failed(), awake.played]).toEqual([["video"], [], 6]);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test("what does not move does not count, and is tried on", async () => {
    plays = false;
    on(false);
    await looks(5);
    expect([held(), failed(), awake.played]).toEqual([[], ["video"], 0]);
    plays = true;
    await looks(1);
    expect([held(), failed()]).toEqual([["video"], []]);
  });

  test("it rests without a trace", async () => {
    on(false);
    await looks(1);
    awake.rest();
    expect(video()).toBeNull();
    await looks(3);
    expect([held(), awake.played]).toEqual([[], 3]);
    awake.hold();
    expect(video()).not.toBeNull();
  });

  test("a page that is not seen holds nothing, until it is", async () => {
    on(false);
    await looks(1);
    const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await looks(9);
    expect([held(), failed(), video()]).toEqual([[], [], null]);
    seen.mockRestore();
    await looks(2);
    expect(held()).toEqual(["video"]);
  });

  test("a lock that the browser gives makes the video needless", async () => {
    let release: () => void = () => undefined;
    const lock = { addEventListener: (_: string, then: () => void) => (release = then), release: () => Promise.resolve() };
    Object.assign(navigator, { wakeLock: { request: () => Promise.resolve(lock) } });
    on(false);
    await looks(2);
    expect([held(), video()]).toEqual([["lock"], null]);
    release();
    await looks(2);
    expect([held(), video() !== null]).toEqual([["video"], true]);
    document.dispatchEvent(new Event("visibilitychange"));
    await looks(1);
    expect([held(), video()]).toEqual([["lock"], null]);
  });

  test("a lock that is not given is told, and the video plays", async () => {
    Object.assign(navigator, { wakeLock: { request: () => Promise.reject(new Error("low battery")) } });
    on(false);
    await looks(2);
    expect([held(), failed()]).toEqual([["video"], ["lock"]]);
  });
});

describe("on a Cast device", () => {
  /** A framework as far as it is used; its player moves while `moves`. */
  function framework(moves: () => boolean) {
    const ready: (() => void)[] = [];
    const manager = {
      state: "IDLE",
      load: vi.fn((_request: object) => Promise.resolve(void (manager.state = "PLAYING"))),
      play: vi.fn(() => void (manager.state = "PLAYING")),
      pause: vi.fn(() => void (manager.state = "PAUSED")),
      getPlayerState: () => manager.state,
      getCurrentTimeSec: () => (moves() && manager.state === "PLAYING" ? Date.now() / 1000 : 0),
    };
    const start = vi.fn();
    const context = { start, getPlayerManager: () => manager, addEventListener: (_: string, then: () => void) => ready.push(then) };
    const messages = { LoadRequestData: class {}, MediaInformation: class {} };
    const system = { EventType: { READY: "ready" } };
    vi.stubGlobal("cast", { framework: { CastReceiverContext: { getInstance: () => context }, messages, system } });
    return { manager, start, ready: () => ready.forEach((then) => then()) };
  }

  const come = (): unknown => script()?.onload?.(new Event("load"));

  test("the framework is fetched, nobody waits for it, and its player takes over", async () => {
    const { manager, start, ready } = framework(() => true);
    on(true);
    expect(script()).toMatchObject({ async: true });
    expect(script()?.src).toContain("https://www.gstatic.com/cast/sdk/libs/caf_receiver/");
    expect(video()).toMatchObject({ muted: false });
    await looks(1);
    expect(held()).toEqual(["video"]);
    come();
    expect(start).toHaveBeenCalledWith(expect.objectContaining({ disableIdleTimeout: true }));
    expect(document.querySelector<HTMLElement>("cast-media-player")?.style.zIndex).toBe("-1");
    ready();
    await looks(2);
    expect([held(), video()]).toEqual([["framework", "player"], null]);
    expect(manager.load.mock.calls).toHaveLength(1);
    expect(manager.load.mock.calls[0]?.[0]).toMatchObject({ autoplay: true, media: { contentType: "video/webm" } });
    manager.state = "PAUSED";
    await looks(2);
    expect([held(), manager.state]).toEqual([["framework", "player"], "PLAYING"]);
    awake.rest();
    expect(manager.state).toBe("PAUSED");
  });

  test("under a screensaver it plays on, and what stands still there has not failed", async () => {
    on(true);
    await looks(1);
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await looks(3);
    expect(held()).toEqual(["video"]);
    plays = false;
    await looks(9);
    expect(failed()).toEqual(["framework"]);
  });

  test("a player that does not play gives way to the page's own video", async () => {
    const { ready } = framework(() => false);
    on(true);
    come();
    ready();
    await looks(7);
    expect([held(), failed(), video() !== null]).toEqual([["framework", "video"], ["player"], true]);
  });

  test.each([
    ["does not come", () => script()?.onerror?.(new Event("error"))],
    ["is not what it should be", come],
    ["never begins", () => undefined],
  ])("a framework that %s is told", async (_, happens) => {
    on(true);
    void happens();
    await looks(8);
    expect([held(), failed()]).toEqual([["video"], ["framework"]]);
  });
});
