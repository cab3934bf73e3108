import { beforeEach, expect, test } from "vitest";

import { PRESETS } from "../../../common/wire";
import { english } from "../../testing/words";
import { speakWith } from "../words";
import { shortened } from "./house-rules";

beforeEach(() => speakWith(english));

test("nothing is said of the rule book's own rules", () => {
  expect(shortened(PRESETS.classic)).toEqual([]);
});

test("what matters most comes first; in shorter lines the rest is counted", () => {
  const settings = { ...PRESETS.classic, clues: "spoken", referee: "off", rhymes: "any" } as const;
  expect(shortened(settings)).toEqual([
    "House rules: spoken clues\u00a0· no referee\u00a0· rhymes allowed",
    "House rules: spoken clues\u00a0· no referee\u00a0· and 1 more house rule",
    "House rules: spoken clues\u00a0· and 2 more house rules",
    "House rules: 3",
  ]);
});
