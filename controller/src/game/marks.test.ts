/** Marks on the phone: by operatives in either way of guessing, and where all have to agree. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor, GameView, View } from "../../../common/wire";
import { PRESETS } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { publicView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const OPERATIVES: readonly Actor[] = ["red_operative"];
const SPYMASTER_TAPS = { touch_card: ["red_spymaster"], mark_card: OPERATIVES } as const;
const OPERATIVES_TAP = { touch_card: OPERATIVES, mark_card: OPERATIVES } as const;

function seen(changed: Partial<GameView>, marked: readonly string[] = []): View {
  return { ...publicView(changed), marks: marked.map((by) => ({ position: 4, by, unsure: false })) } as View;
}

it("where the spymaster taps, a tap of an operative is a mark", () => {
  phone.inside("p3", seen({ may: SPYMASTER_TAPS }));
  phone.tap("card-4");
  expect(phone.sent[0]).toMatchObject({ name: "mark_card", fields: { position: 4, on: true } });
  expect(phone.find("confirm-touch")).toBeNull();
  phone.show(seen({ may: SPYMASTER_TAPS }, ["p3"]));
  phone.tap("card-4");
  expect(phone.sent[1]).toMatchObject({ name: "mark_card", fields: { position: 4, on: false } });
});

it("where all have to agree, nobody confirms before everybody has marked it", () => {
  const settings = { ...PRESETS.three_of_us, agreement: "all" } as const;
  phone.inside("p3", seen({ settings, may: OPERATIVES_TAP }));
  phone.tap("card-4");
  expect(phone.text("agree-first")).toBe("Not marked yet by: Cid.");
  expect(phone.isHeld("confirm-touch")).toBe(true);
  phone.show(seen({ settings, may: OPERATIVES_TAP }, ["p3"]));
  expect(phone.find("agree-first")).toBeNull();
  expect(phone.isHeld("confirm-touch")).toBe(false);
});
