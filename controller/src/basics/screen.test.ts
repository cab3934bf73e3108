import { expect, it } from "vitest";
import { isCompact, layoutOf } from "./screen";

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
  [195, 422, "narrow"],
  [195, 200, "narrow"],
] as const)("a window of %i × %i is %s", (width, height, layout) => {
  expect(layoutOf(width, height)).toBe(layout);
});

it.each([
  [360, 330, true],
  [844, 180, true],
  [844, 390, false],
  [390, 844, false],
  [195, 200, false],
] as const)("in a window of %i × %i is little room: %s", (width, height, compact) => {
  expect(isCompact(width, height)).toBe(compact);
});
