import { expect, it } from "vitest";
import { layoutOf } from "./screen";

it.each([
  [320, 568, "tall"],
  [390, 844, "tall"],
  [600, 960, "tall"],
  [360, 330, "low"],
  [390, 484, "low"],
  [568, 320, "beside"],
  [844, 390, "beside"],
  [1280, 800, "beside"],
  [1180, 820, "beside"],
  [820, 1180, "broad"],
] as const)("a window of %i × %i is %s", (width, height, layout) => {
  expect(layoutOf(width, height)).toBe(layout);
});
