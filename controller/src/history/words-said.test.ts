import { expect, it } from "vitest";
import type { ClueNumber, Identity, Turn } from "../../../common/wire";
import { turn } from "../../testing/views";
import { wordsSaid } from "./words-said";

function said(word: string, number: ClueNumber, identities: readonly Identity[], changed: Partial<Turn> = {}): Turn {
  const touches = identities.map((identity, position) => ({ position, identity, by: "p1", undone: false }));
  return turn({ clue: { word, number }, giver: "p1", touches, ...changed });
}

const told = (turns: readonly Turn[]): (string | number | boolean)[][] =>
  wordsSaid(turns, "red", null).map(({ clue, missing, sure }) => [clue.word ?? "", missing, sure]);

it("tells what a clue's number promised and its own turn did not find, the oldest first", () => {
  const ocean = said("ocean", 3, ["red", "red", "bystander"], { ended: "bystander" });
  expect(told([ocean, said("sky", 2, [], { team: "blue" }), said("tree", 2, ["red"])])).toEqual([
    ["ocean", 1, true],
    ["tree", 1, true],
  ]);
});

it("is silent about what was found, promised nothing, or was never said", () => {
  const taken = said("tree", 1, ["red"]);
  expect(told([taken, said("sea", 0, []), said("air", "unlimited", []), turn()])).toEqual([]);
});

it("counts no touch that was taken back", () => {
  const back = said("tree", 1, [], { touches: [{ position: 3, identity: "red", by: "p1", undone: true }] });
  expect(told([back])).toEqual([["tree", 1, true]]);
});

it("is not sure of a clue where a later turn found more than its number", () => {
  const turns = [said("ocean", 3, ["red"]), said("tree", 1, ["red", "red"]), said("sky", 2, ["red"])];
  expect(told(turns)).toEqual([
    ["ocean", 2, false],
    ["sky", 1, true],
  ]);
  expect(told([said("ocean", 2, ["red"]), said("tree", 1, ["red", "red"])])).toEqual([]);
});

it("keeps the sides of a duet apart", () => {
  const turns = [
    said("ocean", 2, ["green"], { team: "green", side: "side_a" }),
    said("tree", 2, [], { team: "green", side: "side_b" }),
  ];
  expect(wordsSaid(turns, "green", "side_a").map(({ missing }) => missing)).toEqual([1]);
});
