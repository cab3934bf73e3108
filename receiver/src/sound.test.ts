import { expect, test } from "vitest";

import { play, soundsOf } from "./sound";

test("what happened has its sound", () => {
  const touched = { kind: "card_touched", team: "red", position: 0, by: "p1", side: null } as const;
  expect(soundsOf([{ ...touched, identity: "red" }])).toEqual(["own"]);
  expect(soundsOf([{ ...touched, identity: "blue" }])).toEqual(["rival"]);
  expect(soundsOf([{ ...touched, identity: "assassin" }])).toEqual(["assassin"]);
  expect(soundsOf([{ kind: "host_changed", name: "Ana" }])).toEqual([]);
});

test("a dispute has its sounds; the end of the time is the clock's to sound", () => {
  const clue = { word: "ocean", number: 2 } as const;
  expect(
    soundsOf([
      { kind: "clue_struck", team: "red", clue, by: "referee" },
      { kind: "turn_ended", team: "red", why: "invalid_clue" },
      { kind: "card_covered", team: "blue", position: 3 },
    ]),
  ).toEqual(["struck", "own"]);
  expect(soundsOf([{ kind: "clue_challenged", team: "red" }])).toEqual(["dispute"]);
  expect(soundsOf([{ kind: "sand_turned" }])).toEqual(["sand"]);
  expect(soundsOf([{ kind: "turn_ended", team: "red", why: "time" }])).toEqual([]);
});

test("a screen without sound is no trouble", () => {
  expect(() => play("win")).not.toThrow();
});
