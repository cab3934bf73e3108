/** The house rules: presets, every rule, times; to choose for the host, to read for everybody. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LONGEST_TIME, PRESETS, SHORTEST_TIME } from "../../../common/wire";
import type { Settings, View } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { game, inLobby, lobby, publicView } from "../../testing/views";
import { EVERY_PRESET, nextCount, nextTime, presetOf } from "./house-rules";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const choosing = (settings: Settings = PRESETS.classic): View => inLobby({ settings });
const isChosen = (id: string): boolean => (phone.find(id) as HTMLInputElement).checked;
const settingsSent = (): unknown => phone.sent[phone.sent.length - 1]?.fields["settings"];

describe("presets", () => {
  it("are named when they are in force, and told apart from own rules", () => {
    for (const preset of EVERY_PRESET) expect(presetOf({ ...PRESETS[preset] })).toBe(preset);
    expect(presetOf({ ...PRESETS.classic, timer: "sand" })).toBeNull();
  });

  it("are chosen by the host in one tap", () => {
    phone.inside("p1", choosing());
    phone.tap("rules-open");
    expect(isChosen("preset-classic")).toBe(true);
    expect(phone.find("preset-own")).toBeNull();
    phone.tap("preset-strict_referee");
    expect(phone.sent[0]).toMatchObject({ name: "change_settings", fields: { decks: ["en"], language: "en" } });
    expect(settingsSent()).toEqual(PRESETS.strict_referee);
  });

  it("own rules are called that", () => {
    phone.inside("p1", choosing({ ...PRESETS.classic, rhymes: "any" }));
    phone.tap("rules-open");
    expect(phone.text("preset-own")).toBe("Your own rules");
  });
});

describe("every rule", () => {
  it("can be changed by itself, and leaves the others alone", () => {
    phone.inside("p1", choosing());
    phone.tap("rules-open");
    phone.tap("plus_one-earned");
    expect(settingsSent()).toEqual({ ...PRESETS.classic, plus_one: "earned" });
    phone.tap("penalty-none");
    expect(settingsSent()).toEqual({ ...PRESETS.classic, plus_one: "earned", penalty: "none" });
  });

  it("a timer is set in sensible steps, between its limits", () => {
    phone.inside("p1", choosing({ ...PRESETS.strict_referee, timer: "strict" }));
    phone.tap("rules-open");
    expect(phone.text("clue_seconds")).toBe("2:00");
    phone.tap("clue_seconds-shorter");
    expect(phone.text("clue_seconds")).toBe("1:30");
    phone.tap("first_extra_seconds-longer");
    expect(settingsSent()).toMatchObject({ clue_seconds: 90, first_extra_seconds: 75 });
    expect(phone.find("sand_seconds")).toBeNull();
    expect(nextTime("sand_seconds", SHORTEST_TIME, false)).toBeNull();
    expect(nextTime("first_extra_seconds", SHORTEST_TIME, false)).toBe(0);
    expect(nextTime("sand_seconds", LONGEST_TIME, true)).toBeNull();
    expect(nextTime("sand_seconds", 37, true)).toBe(45);
    expect(nextTime("sand_seconds", 37, false)).toBe(30);
  });

  it("a duet counts its tokens and its mistakes", () => {
    phone.inside("p1", choosing(PRESETS.duet));
    phone.tap("rules-open");
    expect([phone.text("tokens"), phone.text("mistakes")]).toEqual(["9", "any"]);
    phone.tap("tokens-longer");
    phone.tap("mistakes-shorter");
    expect(settingsSent()).toEqual({ ...PRESETS.duet, tokens: 10, mistakes: 15 });
    expect(nextCount("tokens", 15, true)).toBeUndefined();
    expect(nextCount("tokens", 1, false)).toBeUndefined();
    expect(nextCount("mistakes", 15, true)).toBeNull();
    expect(nextCount("mistakes", 0, false)).toBeUndefined();
    expect(nextCount("mistakes", null, true)).toBeUndefined();
  });

  it("a combination that is refused is said in words, and the rest stays", async () => {
    phone.inside("p1", choosing(PRESETS.strict_referee));
    phone.tap("rules-open");
    phone.tap("clues-spoken");
    await phone.refuse("room/strict_needs_typed");
    expect(phone.text("refusal")).toContain("A strict referee needs typed clues.");
    expect(isChosen("preset-strict_referee")).toBe(true);
    expect(isChosen("clues-typed")).toBe(true);
  });

  it("of a new room survives a refusal", () => {
    phone.open(null);
    phone.type("start-name", "Ana");
    phone.tap("preset-strict_referee");
    phone.tap("clues-spoken");
    phone.tap("start-new-game");
    expect(phone.sent[0]).toMatchObject({ name: "create", fields: { settings: { clues: "spoken" } } });
    phone.turnedAway("room/strict_needs_typed", "create");
    expect(phone.text("refusal")).toContain("A strict referee needs typed clues.");
    expect(isChosen("clues-spoken")).toBe(true);
    expect(isChosen("referee-strict")).toBe(true);
  });
});

describe("to read", () => {
  const open = (): void => {
    phone.tap("players-open");
    phone.tap("room-rules");
  };

  it("everybody reads the rules of the game that is on", () => {
    const next = PRESETS.on_the_couch;
    phone.inside("p3", { ...publicView({ settings: PRESETS.by_the_book }), lobby: lobby({ settings: next }) });
    open();
    const read = Array.from(phone.page.querySelectorAll('[data-testid="rules-read"]'));
    expect(read).toHaveLength(2);
    expect(read[0]?.textContent).toContain("By the book");
    expect(read[0]?.textContent).toContain("Sandglass time1:00");
    expect(read[1]?.textContent).toContain("On the couch");
    expect(phone.find("preset-classic")).toBeNull();
  });

  it("the host reads them, too, and chooses the next game's", () => {
    phone.inside("p1", { ...publicView(), game: game({ settings: PRESETS.by_the_book }) });
    open();
    expect(phone.text("rules-read")).toContain("By the book");
    expect(isChosen("preset-classic")).toBe(true);
  });
});
