import { expect, test } from "vitest";

import { nameIn, stampIn } from "./people";
import type { LobbyView } from "./wire";

test("people have names and stamps while they are here, after they left, and after they were removed", () => {
  const seen = {
    players: [{ id: "p1", name: "Ana", seat: "spectator", online: true, counted: false, bot: null, stamp: "🦊" }],
    former: [{ id: "p7", name: "Gil", stamp: "🐌" }],
    removed: [{ id: "p8", name: "Hal", stamp: "🐙" }],
  } as Partial<LobbyView> as LobbyView;
  expect(["p1", "p7", "p8", "p9", null].map((id) => nameIn(seen, id))).toEqual(["Ana", "Gil", "Hal", null, null]);
  expect(["p1", "p7", "p8", "p9"].map((id) => stampIn(seen, id))).toEqual(["🦊", "🐌", "🐙", ""]);
});
