import { expect, it } from "vitest";
import { nextCard } from "./cursor";

it.each([
  ["ArrowRight", false, 6, 7],
  ["ArrowRight", false, 9, null],
  ["ArrowLeft", false, 5, null],
  ["ArrowDown", false, 6, 11],
  ["ArrowDown", false, 22, null],
  ["ArrowUp", false, 3, null],
  ["Home", false, 8, 5],
  ["End", false, 8, 9],
  ["Home", true, 8, 0],
  ["End", true, 8, 24],
  ["Enter", false, 8, null],
] as const)("%s (with Ctrl: %s) goes from %i to %s", (key, ctrl, here, next) => {
  expect(nextCard(key, ctrl, here, { all: 25, columns: 5, rtl: false })).toBe(next);
});

it("goes through fewer columns where the page is enlarged", () => {
  expect(nextCard("ArrowDown", false, 4, { all: 25, columns: 3, rtl: false })).toBe(7);
  expect(nextCard("ArrowRight", false, 5, { all: 25, columns: 3, rtl: false })).toBeNull();
  expect(nextCard("End", false, 24, { all: 25, columns: 3, rtl: false })).toBeNull();
});

it.each([
  ["ArrowLeft", 6, 7],
  ["ArrowLeft", 9, null],
  ["ArrowRight", 6, 5],
  ["ArrowRight", 5, null],
  ["ArrowDown", 6, 11],
  ["Home", 8, 5],
  ["End", 8, 9],
] as const)("where rows begin at the right, %s goes from %i to %s", (key, here, next) => {
  expect(nextCard(key, false, here, { all: 25, columns: 5, rtl: true })).toBe(next);
});
