/** The same end, as everybody reads it. */
import { expect, it } from "vitest";
import { aboutLanguage } from "../../../common/language/languages";
import { wordsFrom } from "../../../common/language/words";
import { WRITTEN, byLanguage } from "../../../common/testing/catalogs";
import type { Texts } from "../../../common/testing/catalogs";
import { PRESETS } from "../../../common/wire";
import type { GameView, Result, Seat } from "../../../common/wire";
import { game, inside, publicView, seated } from "../../testing/views";
import { english } from "../../testing/words";
import type { TextKey, Ui } from "../ui";
import { endOf } from "./ending-words";

const SHARED = byLanguage(import.meta.glob<Texts>("../../../languages/*/texts/shared.json", { import: "default", eager: true }));
const OWN = byLanguage(import.meta.glob<Texts>("../../../languages/*/texts/phone.json", { import: "default", eager: true }));

const ENDS: readonly [string, Partial<GameView>, Result, readonly Seat[]][] = [
  ["classic, won", {}, { winner: "red", ending: "all_agents", score: null }, ["red_operative", "blue_operative", "spectator"]],
  ["classic, assassin", {}, { winner: "red", ending: "assassin", score: null }, ["red_spymaster", "blue_spymaster", "spectator"]],
  ["co-op, won", { settings: PRESETS.two_of_us }, { winner: "red", ending: "all_agents", score: 3 }, ["red_operative", "spectator"]],
  ["co-op, lost", { settings: PRESETS.two_of_us }, { winner: "blue", ending: "all_agents", score: null }, ["red_operative", "spectator"]],
  ["co-op, assassin", { settings: PRESETS.two_of_us }, { winner: "blue", ending: "assassin", score: null }, ["red_operative", "spectator"]],
];

function read(seat: Seat, changed: Partial<GameView>, words: Ui["words"]): readonly [string, string] {
  const ended = game({ ...changed, phase: "ended" });
  const state = inside("p3", seated({ ...publicView(), game: ended } as never, "p3", seat));
  return endOf({ state, words } as Ui, ended);
}

it.each(ENDS)("%s: each side reads its own, in every language", (_, changed, result, seats) => {
  for (const language of WRITTEN) {
    const words = wordsFrom<TextKey>(language, { ...SHARED(language), ...OWN(language) } as never);
    const headlines = seats.map((seat) => read(seat, { ...changed, result }, words)[0]);
    expect([aboutLanguage(language).tag, new Set(headlines).size]).toEqual([aboutLanguage(language).tag, seats.length]);
  }
});

it("a duet is won or lost together: everybody reads the same headline", () => {
  const duet = { settings: PRESETS.duet, duet: { tokens: 3, bystanders: [] } };
  const won: Result = { winner: "green", ending: "all_agents", score: null };
  const lost: Result = { winner: null, ending: "mistakes", score: null };
  for (const seat of ["side_a", "side_b", "spectator"] as const) {
    expect(read(seat, { ...duet, result: won }, english)[0]).toBe("Mission accomplished");
    expect(read(seat, { ...duet, result: lost }, english)[0]).toBe("Mission failed");
  }
});

it("winners and losers are told so", () => {
  const result: Result = { winner: "red", ending: "assassin", score: null };
  expect(read("red_operative", { result }, english)).toEqual(["You win!", "Blue woke the assassin."]);
  expect(read("blue_operative", { result }, english)).toEqual(["You lose: Red wins", "Your team woke the assassin."]);
  expect(read("operative_for_both", { result }, english)).toEqual(["Red wins", "Blue woke the assassin."]);
});

it("nobody wins a game that was given up", () => {
  const result: Result = { winner: null, ending: "abandoned", score: null };
  for (const settings of [PRESETS.classic, PRESETS.two_of_us, PRESETS.duet]) {
    expect(read("spectator", { settings, result }, english)).toEqual(["Nobody wins", "The game was abandoned."]);
  }
});
