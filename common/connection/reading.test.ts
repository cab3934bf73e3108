import { describe, expect, it } from "vitest";
import { PRESETS } from "../wire";
import { readMessage } from "./reading";

const player = { id: "p1", name: "Ana", seat: "red_spymaster", online: true, counted: false, bot: null };
const lobby = { code: "BKTM", players: [player], settings: { clues: "spoken" } };
const turn = ["red", ["TREE", 2], "p1", [[7, "blue", "p1", false]], "rival_agent", [], null, null];
const game = { settings: {}, codenames: ["A"], turns: [turn, ["blue", null, null, [], null, [], null, null]] };

function read(view: object, happened: object[] = []): any {
  return readMessage({ audience: "public", n: 3, step: 1, happened, view });
}

describe("a message as it is sent", () => {
  it("gets what was left out", () => {
    const { view } = read({ kind: "public", lobby, game, marks: [] });
    expect(view.lobby).toMatchObject({ code: "BKTM", requests: [], closed: false, screen: null });
    expect(view.lobby.settings).toEqual({ ...PRESETS.classic, clues: "spoken" });
    expect(view.game).toMatchObject({ settings: PRESETS.classic, paused: false, result: null });
  });

  it("gets names for what came as rows", () => {
    const [first, second] = read({ kind: "public", lobby, game, marks: [] }).view.game.turns;
    expect(first.clue).toEqual({ word: "TREE", number: 2 });
    expect(first.touches).toEqual([{ position: 7, identity: "blue", by: "p1", undone: false }]);
    expect(first.ended).toBe("rival_agent");
    expect(second).toMatchObject({ team: "blue", clue: null, touches: [] });
  });

  it("is read by its kind, also what happened", () => {
    const question = { id: 1, clue: ["SEA", 0], giver: "p1", findings: [], rejected: false, may: {} };
    const key = { kind: "key", lobby, game, marks: [], key: ["red"], question };
    const { view, happened } = read(key, [
      { kind: "clue_given", team: "red", clue: ["TREE", 2] },
      { kind: "paused" },
    ]);
    expect(view.question.clue).toEqual({ word: "SEA", number: 0 });
    expect(view.key).toEqual(["red"]);
    expect(happened[0].clue).toEqual({ word: "TREE", number: 2 });
    expect(happened[1]).toEqual({ kind: "paused" });
  });

  it("may have no game", () => {
    expect(read({ kind: "public", lobby, game: null, marks: [] }).view.game).toBeNull();
  });
});

it("has all codenames in the first language where nothing else is said", () => {
  const seen = read({ kind: "public", lobby, game: { ...game, languages: ["tr"] }, marks: [] }).view.game;
  expect([seen.languages, seen.card_languages]).toEqual([["tr"], []]);
  const mixed = read({ kind: "public", lobby, game: { ...game, languages: ["en", "tr"], card_languages: [1] }, marks: [] });
  expect(mixed.view.game.card_languages).toEqual([1]);
});
