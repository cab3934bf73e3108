import { beforeEach, expect, test, vi } from "vitest";

import { address } from "../lobby/join-address";
import { placeAt } from "../television/drift";
import { forgetRoom, latestRooms, rememberRoom, roomOf } from "./route";

beforeEach(() => localStorage.clear());

test("the room stands in the address", () => {
  expect(roomOf("/tv/BKTM")).toBe("BKTM");
  expect(roomOf("/tv/bktm/")).toBe("BKTM");
  expect(roomOf("/tv")).toBeNull();
  expect(roomOf("/tv/")).toBeNull();
});

test("the address to type is short", () => {
  expect(address("http://192.168.1.5:8000/BKTM", "BKTM")).toBe("192.168.1.5:8000/BKTM");
  expect(address("https://games.example/BKTM", "BKTM")).toBe("https://games.example/BKTM");
});

test("the picture wanders within the safe margin, a little at a time", () => {
  for (let step = 0; step < 30; step += 1) {
    const [x, y] = placeAt(step);
    expect(Math.hypot(x, y)).toBeLessThan(0.02);
  }
});

test("the rooms shown last are remembered, also as earlier versions did", () => {
  localStorage.setItem("undercast.tv.room", "BKTM");
  expect(latestRooms()).toEqual(["BKTM"]);
  for (const room of ["BCDF", "GHJK", "BKTM", "LMNP"]) rememberRoom(room);
  expect(latestRooms()).toEqual(["LMNP", "BKTM", "GHJK"]);
  forgetRoom("BKTM");
  expect(latestRooms()).toEqual(["LMNP", "GHJK"]);
});

test("a browser that keeps nothing is no trouble", () => {
  const refused = (): never => {
    throw new DOMException("no storage");
  };
  vi.stubGlobal("localStorage", { getItem: refused, setItem: refused });
  rememberRoom("BKTM");
  expect(latestRooms()).toEqual([]);
  vi.unstubAllGlobals();
});
