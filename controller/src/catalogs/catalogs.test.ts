import { describe, expect, it } from "vitest";
import { pluralForms, wordsFrom } from "../../../common/language/words";
import { toCyrillic } from "../../../common/language/serbian";
import {
  EVERY_CAST_PHASE,
  EVERY_CAST_REASON,
  EVERY_IDENTITY,
  EVERY_OBJECTION,
  EVERY_REASON,
  EVERY_REFUSAL,
  EVERY_REMEDY,
  EVERY_SEAT,
  EVERY_STRUCK_BY,
  EVERY_TEAM,
  EVERY_TIMER,
  EVERY_VERDICT,
} from "../../../common/wire";
import bs from "./bs.json";
import en from "./en.json";
import hi from "./hi.json";
import hr from "./hr.json";
import sr from "./sr.json";
import { EVERY_PRESET, TIMES, VALUES } from "../rules/house-rules";

const CATALOGS = { en, bs, hr, sr, hi } as const;
const sources = import.meta.glob<string>("../**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

const placeholders = (text: string): string[] => Array.from(new Set(text.match(/\{\w+\}/g) ?? [])).sort();

const RIVALS = ["red", "blue"] as const;

/** Keys that are put together at run time. */
const MADE = [
  ...EVERY_REFUSAL.map((code) => `refusal.${code}`),
  "refusal.game/not_your_agent.coop",
  ...["no_spymaster.coop", "no_operative.coop", "too_few_codenames.pictures"].map((it) => `refusal.room/${it}`),
  ...["not_your_turn", "clue_illegal", "clue_questioned"].map((it) => `refusal.game/${it}.duet`),
  ...["clue_illegal", "clue_questioned"].map((it) => `refusal.game/${it}.coop`),
  ...["clue.spoken.hint", "touch.hint", "touch.hint.mark", "exchange", "exchange.hint"].map((it) => `${it}.pictures`),
  ...EVERY_CAST_REASON,
  ...EVERY_CAST_PHASE.filter((it) => it !== "idle").map((it) => `tv.${it}`),
  ...EVERY_REMEDY.map((it) => `remedy.${it}`),
  ...EVERY_REASON.map((reason) => `problem.${reason}`),
  ...EVERY_SEAT.map((seat) => `seat.${seat}`),
  ...["spymaster", "operative", "operative_for_both", "key_holder", "side_a", "side_b", "spectator"].map(
    (it) => `seat.short.${it}`,
  ),
  ...["red_spymaster", "blue_spymaster", "key_holder", "side_a", "side_b"].map((it) => `notice.key.${it}`),
  ...EVERY_IDENTITY.map((identity) => `identity.${identity}`),
  ...EVERY_IDENTITY.filter((it) => it !== "assassin").map((it) => `letter.${it}`),
  ...EVERY_TEAM.map((team) => `team.${team}`),
  ...["turn.clue", "turn.guess", "watch.clue", "watch.guess"].map((it) => `${it}.own`),
  ...["turn.clue", "turn.guess", "watch.clue", "watch.guess", "end.wins", "end.all", "end.assassin"].flatMap((it) =>
    RIVALS.map((team) => `${it}.${team}`),
  ),
  ...Array.from({ length: 8 }, (_, n) => `coop.rating.${n + 1}`),
  ...Object.entries(VALUES).flatMap(([rule, values]) => [
    `rules.${rule}`,
    ...values.flatMap((value) => [`${rule}.${value}`, `${rule}.why.${value}`]),
  ]),
  ...EVERY_TIMER.flatMap((timer) => TIMES[timer]).map((name) => `rules.${name}`),
  ...EVERY_PRESET.flatMap((preset) => [`preset.${preset}`, `preset.why.${preset}`]),
  ...EVERY_VERDICT.map((verdict) => `verdict.${verdict}`),
  ...EVERY_OBJECTION.map((reason) => `finding.${reason}`),
  ...EVERY_STRUCK_BY.flatMap((by) => [`struck.${by}`, `notice.struck.${by}`]),
  ...["turn.penalty", ...["challenged", "stands", "covered", "declined", "time", "invalid"].map((it) => `notice.${it}`)].flatMap(
    (it) => RIVALS.map((team) => `${it}.${team}`),
  ),
];

describe.each(Object.entries(CATALOGS))("catalog %s", (language, catalog) => {
  it("has the same keys as the English one, in the same order", () => {
    expect(Object.keys(catalog)).toEqual(Object.keys(en));
  });

  it("has the same placeholders", () => {
    for (const [key, text] of Object.entries(catalog)) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(en[key as keyof typeof en])]);
    }
  });

  it("has every plural form where it counts", () => {
    for (const [key, text] of Object.entries(catalog)) {
      const forms = text.split("|").length;
      const counts = en[key as keyof typeof en].indexOf("|") >= 0;
      expect([key, forms]).toEqual([key, counts ? pluralForms(language as "en") : 1]);
    }
  });

  it("has everything that comes over the wire", () => {
    expect(MADE.filter((key) => !(key in catalog))).toEqual([]);
  });

  it("says nothing empty", () => {
    expect(Object.entries(catalog).filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});

it("every key is used", () => {
  const code = Object.keys(sources)
    .filter((path) => path.indexOf(".test.") < 0)
    .map((path) => sources[path])
    .join("\n");
  const used = (key: string): boolean => MADE.indexOf(key) >= 0 || code.indexOf(`"${key}"`) >= 0;
  expect(Object.keys(en).filter((key) => !used(key))).toEqual([]);
});

it("speaks Serbian in Cyrillic, with names and placeholders as they are", () => {
  const words = wordsFrom("sr-Cyrl", sr, toCyrillic);
  expect(words.say("deal")).toBe("Подели карте");
  expect(words.say("door.was", { name: "Ana" })).toBe("То сам ја: Ana");
  expect(words.say("start.what")).toContain("Codenames");
});
