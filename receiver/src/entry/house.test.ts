import { afterEach, expect, test, vi } from "vitest";

import type { OpenGame } from "../../../common/wire";
import { askServer, offers, openOnServer, PATIENCE } from "./house";

const game = (room: string): OpenGame => ({ room, host: "Ana", people: 2, mode: "duet", board: "words", playing: false });
const rooms = (...all: Parameters<typeof offers>): string[] => offers(...all).map((offer) => offer.room);
const [ONE, OTHER] = [game("BCDF"), game("GHJK")];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("games come first, and what was shown here before after them", () => {
  expect(rooms([ONE, OTHER], ["BKTM"], null)).toEqual(["BCDF", "GHJK", "BKTM"]);
  expect(offers([ONE], ["BKTM"], null)[1]).toEqual({ room: "BKTM", game: null });
});

test("the room that was shown last is first of all if it is still played, and stands there once", () => {
  expect(rooms([ONE, OTHER], ["GHJK", "BCDF"], null)).toEqual(["GHJK", "BCDF"]);
});

test("what has just been refused is not offered from memory, and there are never more than eight", () => {
  expect(rooms([], ["BKTM", "BCDF"], "BKTM")).toEqual(["BCDF"]);
  const many = "BCDFGHJKLMNP".split("").map((letter) => game(`BB${letter}B`));
  expect(rooms(many, ["BKTM"], null)).toHaveLength(8);
});

test.each<[string, () => Promise<unknown>]>([
  ["is not there", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["is in trouble", () => Promise.resolve({ ok: false, status: 503 })],
  ["says something else", () => Promise.resolve({ ok: true, json: () => Promise.reject(new SyntaxError("<html>")) })],
])("a server that %s has no games to offer", async (_, answer) => {
  vi.stubGlobal("fetch", answer);
  await expect(askServer()).rejects.toThrow();
});

test("a server that never answers is not waited for", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const asked = expect(askServer()).rejects.toBeUndefined();
  await vi.advanceTimersByTimeAsync(PATIENCE);
  await asked;
});

test("a room is opened in a language, and its code comes back", async () => {
  const asked = vi.fn(() => Promise.resolve({ ok: true, json: () => Promise.resolve({ room: "BKTM" }) }));
  vi.stubGlobal("fetch", asked);
  expect(await openOnServer("hr")).toBe("BKTM");
  expect(asked).toHaveBeenCalledWith("/tv/rooms?language=hr", { method: "POST", referrerPolicy: "same-origin" });
});
