import { expect, test } from "vitest";

import { PRESETS } from "../../../common/wire";
import type { Result } from "../../../common/wire";
import { gameView } from "../../testing/views";
import { play, soundsOf } from "./sound";

test("what happened has its sound", () => {
  const touched = { kind: "card_touched", team: "red", position: 0, by: "p1", side: null } as const;
  expect(soundsOf([{ ...touched, identity: "red" }])).toEqual(["own"]);
  expect(soundsOf([{ ...touched, identity: "blue" }])).toEqual(["rival"]);
  expect(soundsOf([{ ...touched, identity: "assassin" }])).toEqual(["assassin"]);
  expect(soundsOf([{ ...touched, team: "green", identity: "green" }])).toEqual(["own"]);
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

test("an opponent that covers, tokens and sudden death, and a lost game are heard", () => {
  const coop = gameView({ settings: PRESETS.two_of_us });
  const spent = { kind: "turn_ended", team: "green", why: "bystander" } as const;
  const ended = (result: Omit<Result, "score">) =>
    ({ kind: "game_ended", result: { ...result, score: null } }) as const;
  expect(soundsOf([{ kind: "card_covered", team: "blue", position: 3 }], coop)).toEqual(["rival"]);
  expect(soundsOf([spent], gameView())).toEqual(["token"]);
  expect(soundsOf([spent], gameView({ phase: "sudden_death" }))).toEqual(["sudden"]);
  expect(soundsOf([ended({ winner: "green", ending: "all_agents" })], gameView())).toEqual(["win"]);
  expect(soundsOf([ended({ winner: "blue", ending: "all_agents" })], coop)).toEqual(["lose"]);
  expect(soundsOf([ended({ winner: null, ending: "sudden_death" })], gameView())).toEqual(["lose"]);
  expect(soundsOf([ended({ winner: null, ending: "abandoned" })], gameView())).toEqual([]);
});

test("a screen without sound is no trouble", () => {
  expect(() => play("win")).not.toThrow();
});
