import { expect, it } from "vitest";
import { toCyrillic } from "../../common/language/serbian";
import { wordsFrom } from "../../common/language/words";
import { WRITTEN, byLanguage, unsaid } from "../../common/testing/catalogs";
import type { Texts } from "../../common/testing/catalogs";
import {
  EVERY_CAST_PHASE,
  EVERY_CAST_REASON,
  EVERY_REFUSAL,
  EVERY_TIMER,
  KEY_SEATS,
} from "../../common/wire";
import { english } from "../testing/words";
import { EVERY_PRESET, TIMES, VALUES } from "./rules/house-rules";

const CATALOGS = byLanguage(import.meta.glob<Texts>("../../languages/*/texts/phone.json", { import: "default", eager: true }));
const INSIDE = byLanguage(import.meta.glob<Texts>("../../languages/*/texts/phone-inside.json", { import: "default", eager: true }));
const SHARED = byLanguage(
  import.meta.glob<Texts>("../../languages/*/texts/shared.json", { import: "default", eager: true }),
);
const sources = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

/** Keys that no type checks: they are put together of what is known at run time only. */
const MADE = [
  ...EVERY_REFUSAL.map((code) => `refusal.${code}`),
  "refusal.game/not_your_agent.coop",
  ...["no_spymaster.coop", "no_operative.coop", "too_few_codenames.pictures", "unknown_deck.pictures"].map((it) => `refusal.room/${it}`),
  ...["not_your_turn", "clue_illegal", "clue_questioned"].map((it) => `refusal.game/${it}.duet`),
  ...["clue_illegal", "clue_questioned"].map((it) => `refusal.game/${it}.coop`),
  ...["clue.spoken.hint", "touch.hint", "touch.hint.mark", "note.hint", "meant.hint", "exchange", "exchange.hint"].map((it) => `${it}.pictures`),
  ...EVERY_CAST_REASON,
  ...EVERY_CAST_PHASE.map((it) => `tv.${it}`),
  ...["spymaster", "operative", "operative_for_both", "key_holder", "spectator"].map((it) => `seat.short.${it}`),
  ...["red_operative", "blue_operative", "operative_for_both", "side_a", "side_b"].map((seat) => `late.${seat}`),
  ...KEY_SEATS.map((seat) => `news.key.${seat}`),
  ...Array.from({ length: 8 }, (_, n) => `coop.rating.${n + 1}`),
  ...Object.entries(VALUES).flatMap(([rule, values]) => [
    `rules.${rule}`,
    ...values.flatMap((value) => [`${rule}.${value}`, `${rule}.why.${value}`]),
  ]),
  ...EVERY_TIMER.flatMap((timer) => TIMES[timer]).map((name) => `rules.${name}`),
  ...EVERY_PRESET.flatMap((preset) => [`preset.${preset}`, `preset.why.${preset}`]),
];


it("every key that is put together has a text", () => {
  expect(MADE.filter((key) => !english.has(key))).toEqual([]);
});

it.each(WRITTEN)("every refusal is a sentence of its own, in %s", (language) => {
  const said = { ...CATALOGS(language), ...INSIDE(language) };
  const sentences = EVERY_REFUSAL.map((code) => said[`refusal.${code}`] ?? "");
  expect(sentences.filter((text) => !/^.{10,}[.।]$/u.test(text))).toEqual([]);
  expect(new Set(sentences).size).toBe(EVERY_REFUSAL.length);
  const english = Object.values({ ...CATALOGS("en"), ...INSIDE("en") });
  expect(sentences.filter((text) => language !== "en" && english.indexOf(text) >= 0)).toEqual([]);
});

it("no text is fetched twice: with the first page and with a room", () => {
  expect(Object.keys(INSIDE("en")).filter((key) => key in CATALOGS("en"))).toEqual([]);
});

it("every key is said", () => {
  const keys = Object.keys({ ...SHARED("en"), ...CATALOGS("en"), ...INSIDE("en") });
  expect(unsaid(keys, sources).filter((key) => MADE.indexOf(key) < 0)).toEqual([]);
});

it("speaks Serbian in Cyrillic, with names and placeholders as they are", () => {
  const words = wordsFrom("sr-Cyrl", CATALOGS("sr"), toCyrillic);
  expect(words.say("deal")).toBe("Подели карте");
  expect(words.say("door.was", { name: "Ana" })).toBe("То сам ја: Ana");
  expect(words.say("start.what")).toContain("Codenames");
});
