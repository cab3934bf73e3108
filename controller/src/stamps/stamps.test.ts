/** One's own stamp: opened from the lobby, chosen among those that nobody else has. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EVERY_STAMP } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { lobby } from "../../testing/views";
import { STAMPS } from "./stamps";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

it("is chosen among those that nobody else here has", async () => {
  phone.inside("p1", { kind: "public", lobby: lobby(), game: null, marks: [] });
  phone.tap("stamp-open");
  await vi.waitFor(async () => {
    await phone.fetched();
    expect(phone.find("stamps")).not.toBeNull();
  });
  expect(STAMPS).toEqual(EVERY_STAMP);
  const buttons = STAMPS.map((stamp) => phone.find(`stamp-${stamp}`));
  expect(buttons.every((button) => (button?.getAttribute("aria-label") ?? "") !== "")).toBe(true);
  expect(phone.find("stamp-🦊")?.getAttribute("aria-pressed")).toBe("true");
  expect(phone.find("stamp-🐌")?.getAttribute("aria-label")).toBe("snail: Ben");
  expect(phone.isHeld("stamp-🐌")).toBe(true);
  phone.tap("stamp-🦉");
  expect(phone.sent[0]).toMatchObject({ name: "choose_stamp", fields: { stamp: "🦉" } });
});
