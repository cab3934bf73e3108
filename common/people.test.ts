import { expect, test } from "vitest";

import { nameIn } from "./people";
import type { LobbyView } from "./wire";

test("people have names while they are here, after they left, and after they were removed", () => {
  const seen = {
    players: [{ id: "p1", name: "Ana", seat: "spectator", online: true, counted: false, bot: null }],
    former: [{ id: "p7", name: "Gil" }],
    removed: [{ id: "p8", name: "Hal" }],
  } as Partial<LobbyView> as LobbyView;
  expect(["p1", "p7", "p8", "p9", null].map((id) => nameIn(seen, id))).toEqual(["Ana", "Gil", "Hal", null, null]);
});
