/** Predictions: by whom, what a tap does, and that nothing is told before the card has turned. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { game, inside, lobby, message, publicView, seated } from "../../testing/views";
import { Bench } from "../../testing/bench";
import { reduce } from "../state";
import { predicted, predicts } from "./predictions";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const watching = (changed = {}) => seated(publicView({ may_predict: ["p4"], ...changed }), "p4", "spectator");

it("one tap predicts, another card moves it, the same one withdraws it", () => {
  phone.inside("p4", watching());
  expect(phone.text("prediction")).toContain("Which card comes next?");
  phone.tap("card-3");
  phone.predictions({ position: 3, latest: null, seen: 0, of: 0 });
  expect(phone.find("card-3")?.getAttribute("aria-pressed")).toBe("true");
  expect(phone.text("prediction")).toContain("take it back");
  phone.tap("card-4");
  phone.predictions({ position: 4, latest: null, seen: 0, of: 0 });
  phone.tap("card-4");
  const positions = phone.sent.map(({ name, fields }) => [name, fields["position"]]);
  expect(positions).toEqual([["predict", 3], ["predict", 4], ["predict", null]]);
});

it("a key that is held down predicts once", () => {
  phone.inside("p4", watching());
  const held = new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true });
  phone.find("card-3")?.dispatchEvent(held);
  expect(held.defaultPrevented).toBe(true);
});

it("others pencil words in", () => {
  phone.inside("p4", watching({ may_predict: [] }));
  expect(phone.find("prediction")).toBeNull();
  phone.tap("card-3");
  expect(phone.sent).toEqual([]);
});

it("what came of it is told once the card has turned", () => {
  const before = inside("p4", watching());
  const own = { position: 3, latest: null, seen: 0, of: 0 };
  const open = reduce(before, { type: "predictions", own });
  expect([predicts(open), predicted(open)]).toEqual([true, 3]);
  const touched = message(watching());
  const lifted = reduce(reduce(open, { type: "heard", message: touched }), { type: "predictions", own: { position: null, latest: true, seen: 1, of: 1 } });
  expect(lifted.predictions).toBe(own);
  expect(reduce(lifted, { type: "message", message: touched }).predictions).toMatchObject({ latest: true, seen: 1 });
});

it("the scores are told after the game", async () => {
  const result = { winner: "red" as const, ending: "all_agents" as const, score: null };
  const predictions = [{ by: "p4", seen: 7, of: 9 }];
  phone.inside("p1", { kind: "public", lobby: lobby(), game: game({ phase: "ended", result, predictions }), marks: [] });
  await vi.waitFor(() => expect(phone.text("book-predictions")).toBe("Dee saw 7 of 9 coming"));
});
