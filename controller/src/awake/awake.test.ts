/** A phone stays awake while a game is on. */
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Bench } from "../../testing/bench";
import { inLobby, publicView } from "../../testing/views";
import { isAwakeWanted } from "./setting";
import { FORGOTTEN } from "./use-awake";

let phone: Bench;

const video = (): HTMLVideoElement | null => document.querySelector("video");
const playing = publicView({ phase: "clue" });
const between = inLobby();

/** Until a tap begins the video: the piece is fetched first. */
const awake = (): Promise<void> =>
  vi.waitFor(() => {
    document.body.click();
    expect(video()).not.toBeNull();
  });
const asleep = (): Promise<void> => vi.waitFor(() => expect(video()).toBeNull());

beforeEach(() => {
  localStorage.clear();
  URL.createObjectURL = () => "blob:silence";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue(undefined);
  phone = new Bench();
});

afterEach(async () => {
  phone.show(between);
  await asleep();
  phone.close();
  vi.restoreAllMocks();
});

it("from the first tap in a game until it is over", async () => {
  phone.inside("p3", between);
  document.body.click();
  expect(video()).toBeNull();
  phone.show(playing);
  await awake();
  phone.show(between);
  await asleep();
});

it("not over a game that was forgotten, until something happens in it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  phone.inside("p3", playing);
  await act(async () => void (await vi.advanceTimersByTimeAsync(FORGOTTEN - 1)));
  document.body.click();
  expect(video()).not.toBeNull();
  await act(async () => void (await vi.advanceTimersByTimeAsync(1)));
  expect(video()).toBeNull();
  vi.useRealTimers();
  phone.show(playing);
  await awake();
});

it("unless its owner says no, on the sheet of the room", () => {
  phone.inside("p3", playing);
  phone.tap("players-open");
  expect(phone.find("awake")?.getAttribute("aria-pressed")).toBe("true");
  phone.tap("awake");
  expect(phone.find("awake")?.getAttribute("aria-pressed")).toBe("false");
  expect(isAwakeWanted()).toBe(false);
});
