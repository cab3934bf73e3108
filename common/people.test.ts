import { expect, test } from "vitest";

import { lobby } from "../controller/src/samples";
import { nameIn } from "./people";

test("people have names while they are here, after they left, and after they were removed", () => {
  const seen = lobby({ former: [{ id: "p7", name: "Gil" }], removed: [{ id: "p8", name: "Hal" }] });
  expect(["p1", "p7", "p8", "p9", null].map((id) => nameIn(seen, id))).toEqual(["Ana", "Gil", "Hal", null, null]);
});
