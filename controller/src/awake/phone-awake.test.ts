import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { PhoneAwake } from "./phone-awake";
import { isAwakeWanted, wantAwake } from "./setting";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)";

let phone: PhoneAwake;
let visibility: DocumentVisibilityState;

const video = (): HTMLVideoElement | null => document.querySelector("video");
const tap = (): void => document.body.click();

function on(agent = "Mozilla/5.0 (Linux; Android 14)"): PhoneAwake {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  phone = new PhoneAwake();
  return phone;
}

function see(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

/** As browsers do on https. Says how often a lock was given, and how many are held. */
function giveLocks(gives = true): { given: number; held: number } {
  const count = { given: 0, held: 0 };
  const request = (): Promise<unknown> => {
    if (!gives) return Promise.reject(new Error("low battery"));
    count.given += 1;
    count.held += 1;
    const lock = new EventTarget();
    const release = (): Promise<void> => {
      count.held -= 1;
      lock.dispatchEvent(new Event("release"));
      return Promise.resolve();
    };
    return Promise.resolve(Object.assign(lock, { release }));
  };
  Object.assign(navigator, { wakeLock: { request } });
  return count;
}

beforeEach(() => {
  localStorage.clear();
  visibility = "visible";
  URL.createObjectURL = () => "blob:silence";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue(undefined);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
});

afterEach(() => {
  phone.set(false);
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "wakeLock");
});

test("a tap in a game begins a video without sound, which shows nowhere, until the game ends", () => {
  on();
  tap();
  expect(video()).toBeNull();
  phone.set(true);
  expect(video()).toBeNull();
  tap();
  expect(video()).toMatchObject({ muted: true, loop: true });
  expect(video()?.style).toMatchObject({ zIndex: "-1", opacity: "0" });
  phone.set(false);
  expect(video()).toBeNull();
});

test("in the background it plays not, and in front again after the next tap", () => {
  on().set(true);
  tap();
  see("hidden");
  expect(video()).toBeNull();
  see("visible");
  expect(video()).toBeNull();
  tap();
  expect(video()).not.toBeNull();
});

test("who does not want it says so, and that is kept", () => {
  on().set(true);
  tap();
  wantAwake(false);
  tap();
  expect(video()).toBeNull();
  expect(isAwakeWanted()).toBe(false);
  wantAwake(true);
  tap();
  expect(video()).not.toBeNull();
});

test("where music would have to stop for it, its owner has to wish it", () => {
  on(IPHONE).set(true);
  tap();
  expect(video()).toBeNull();
  wantAwake(true);
  tap();
  expect(video()).toMatchObject({ muted: false });
});

test("an iPhone on https has a lock and needs no music to stop", async () => {
  const locks = giveLocks();
  on(IPHONE).set(true);
  await vi.waitFor(() => expect(locks.held).toBe(1));
  tap();
  expect(video()).toBeNull();
  expect(locks.given).toBe(1);
  phone.set(false);
  expect(locks.held).toBe(0);
});

test("a lock that is not given leaves it to the video", async () => {
  giveLocks(false);
  on().set(true);
  await Promise.resolve();
  await vi.waitFor(() => {
    tap();
    expect(video()).not.toBeNull();
  });
});
