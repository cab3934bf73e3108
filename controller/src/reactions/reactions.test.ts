/** Reactions: for whom, and one at a time. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { Bench } from "../../testing/bench";
import { keyView, publicView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

it("an operative reacts, and not twice in a moment", () => {
  phone.inside("p3", publicView());
  expect(phone.find("react-love")?.getAttribute("aria-label")).toBe("Love it");
  phone.tap("react-love");
  phone.tap("react-fire");
  expect(phone.asked).toMatchObject([{ name: "react", fields: { reaction: "love" } }]);
});

it("who has the key cannot react", () => {
  phone.inside("p1", keyView());
  expect(phone.find("reactions")).toBeNull();
});
