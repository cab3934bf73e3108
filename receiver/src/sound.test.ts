import { expect, test } from "vitest";

import { play, soundsOf } from "./sound";

test("what happened has its sound", () => {
  const touched = { kind: "card_touched", team: "red", position: 0, by: "p1" } as const;
  expect(soundsOf([{ ...touched, identity: "red" }])).toEqual(["own"]);
  expect(soundsOf([{ ...touched, identity: "blue" }])).toEqual(["rival"]);
  expect(soundsOf([{ ...touched, identity: "assassin" }])).toEqual(["assassin"]);
  expect(soundsOf([{ kind: "host_changed", name: "Ana" }])).toEqual([]);
});

test("a screen without sound is no trouble", () => {
  expect(() => play("win")).not.toThrow();
});
