import { expect, test } from "vitest";

import { gameView, message } from "../testing/views";
import { refused, shown, START, turnedTo } from "./state";

const watching = turnedTo(START, "BKTM");

test("a snapshot replaces the one before", () => {
  const second = message(gameView({ phase: "guess" }));
  expect(shown(shown(watching, message(gameView()), null), second, null).message).toBe(second);
});

test("an unknown room forgets what was shown, and knows which one it was", () => {
  const seen = shown(watching, message(gameView()), null);
  const refusal = { code: "room/not_found", detail: "", problems: [], findings: [] } as const;
  expect(refused(seen, refusal)).toMatchObject({ room: "BKTM", message: null, refusal });
});
