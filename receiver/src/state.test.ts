import { expect, test } from "vitest";

import { gameView, message } from "../testing/views";
import { finale, heard, refused, START, turnedTo } from "./state";

const watching = turnedTo(START, "BKTM");

test("a snapshot replaces the one before", () => {
  const first = message(gameView());
  const second = message(gameView({ phase: "guess" }));
  expect(heard(heard(watching, first), second).message).toBe(second);
});

test("a touched card turns, an undone one turns back, a new deal lies still", () => {
  const touched = heard(
    watching,
    message(gameView(), [
      { kind: "card_touched", team: "red", position: 3, identity: "red", by: "p1", side: null },
    ]),
  );
  expect(touched.turning).toEqual({ position: 3, to: "revealed" });
  const undone = heard(touched, message(gameView(), [{ kind: "touch_undone", position: 3 }]));
  expect(undone.turning).toEqual({ position: 3, to: "hidden" });
  expect(heard(undone, message(gameView(), [{ kind: "game_dealt" }])).turning).toBeNull();
});

test("a card that a penalty covers turns, too", () => {
  const covered = message(gameView(), [{ kind: "card_covered", team: "blue", position: 5 }]);
  expect(heard(watching, covered).turning).toEqual({ position: 5, to: "revealed" });
});

test("a snapshot without news moves nothing", () => {
  expect(heard(watching, message(gameView({ revealed: ["red"] }))).turning).toBeNull();
});

test("the curtain goes up when an undo brings the game back", () => {
  const result = { winner: "red", ending: "all_agents", score: null } as const;
  const ended = { ...heard(watching, message(gameView({ result }))), curtain: result };
  expect(heard(ended, message(gameView({ result }))).curtain).toBe(result);
  expect(heard(ended, message(gameView())).curtain).toBeNull();
});

test("giving up is no spectacle", () => {
  expect(finale([{ kind: "game_ended", result: { winner: null, ending: "abandoned", score: null } }])).toBeNull();
  const result = { winner: "blue", ending: "assassin", score: null } as const;
  expect(finale([{ kind: "game_ended", result }])).toBe(result);
});

test("an unknown room forgets what was shown, and knows which one it was", () => {
  const shown = heard(watching, message(gameView()));
  const refusal = { code: "room/not_found", detail: "", problems: [] } as const;
  expect(refused(shown, refusal)).toMatchObject({ room: "BKTM", message: null, refusal });
});
