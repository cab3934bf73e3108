import { describe, expect, test } from "vitest";

import { CAPITALS, fit } from "./fitting";

/** A font whose letters are all half as wide as they are tall. */
const measure = (line: string): number => line.length * 0.5;
const CARD = { width: 200, height: 60 };

test("a short word is as large as allowed, and no larger", () => {
  expect(fit("axis", CARD, 40, measure)).toEqual({ text: "axis", size: 40 });
});

test("a long word shrinks until it fits", () => {
  const { text, size } = fit("constitutional", CARD, 40, measure);
  expect(text).toBe("constitutional");
  expect(measure(text) * size).toBeCloseTo(CARD.width);
});

test("a word is never broken, not even at a hyphen", () => {
  expect(fit("jack-in-the-box-and-more", { width: 50, height: 60 }, 40, measure).text).toBe(
    "jack-in-the-box-and-more",
  );
});

test("Devanagari has room for the signs above and below its letters", () => {
  expect(fit("मूँछ", CARD, CARD.height, measure).size).toBeCloseTo(CARD.height / 1.3);
  expect(fit("axis", CARD, CARD.height, measure).size).toBeCloseTo(CARD.height / CAPITALS);
});

describe("several words", () => {
  test("stay on one line while that is about as large", () => {
    expect(fit("Loch Ness", CARD, 40, measure).text).toBe("Loch Ness");
  });

  test("take a second line when that makes them larger, evenly", () => {
    const box = { width: 200, height: 100 };
    const { text, size } = fit("monarchy of the Netherlands", box, 90, measure);
    expect(text).toBe("monarchy of\nthe Netherlands");
    expect(size * CAPITALS * 2).toBeLessThanOrEqual(box.height);
    expect(measure("the Netherlands") * size).toBeLessThanOrEqual(box.width);
  });

  test("take no more lines than they may", () => {
    const text = fit("a b c d e f g h", { width: 10, height: 500 }, 90, measure, 3).text;
    expect(text.split("\n")).toHaveLength(3);
  });
});

test("nothing ever leaves the box", () => {
  for (const text of ["Frankenstein", "begova čorba", "a", "one two three four", "W".repeat(50)]) {
    const fitted = fit(text, CARD, 45, measure);
    const lines = fitted.text.split("\n");
    expect(lines.join(" ")).toBe(text);
    expect(Math.max(...lines.map(measure)) * fitted.size).toBeLessThanOrEqual(CARD.width + 1e-9);
    expect(lines.length * CAPITALS * fitted.size).toBeLessThanOrEqual(CARD.height + 1e-9);
  }
});
