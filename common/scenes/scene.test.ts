import { expect, test } from "vitest";

import { drawn, emojiOf } from "./scene";

test("the emoji of a scene", () => {
  expect(emojiOf("🐟☂️")).toEqual(["🐟", "☂️"]);
  expect(emojiOf("⚖️🐘🐭")).toEqual(["⚖️", "🐘", "🐭"]);
  expect(emojiOf("")).toEqual([]);
});

test("a scene is drawn without selectors", () => {
  expect(drawn("🕷️☂️")).toBe("🕷☂");
  expect(drawn("🐟🚲")).toBe("🐟🚲");
});
