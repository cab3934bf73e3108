/** The colours: nowhere but in the tokens, readable on each other, and apart for every eye. */
import { describe, expect, test } from "vitest";

import { apart, contrast, EYES, tokensOf } from "../testing/colours";

const SOURCES = import.meta.glob<string>(
  ["/{common,controller,receiver}/**/*.{ts,tsx,css,html}", "!/**/*.test.{ts,tsx}", "!/**/testing/**"],
  { query: "?raw", import: "default", eager: true },
);
const MANIFESTS = import.meta.glob<string>("/controller/public/*.webmanifest", {
  query: "?raw",
  import: "default",
  eager: true,
});
const TOKENS = "/common/look/tokens.css";

/** Hex, functions, and in styles the names that CSS has for colours. */
const RAW = /#[0-9a-f]{3,8}\b(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|color)\(/gi;
const NAMED =
  /:[^;{}]*?(?<![\w-])(?:white|black|red|blue|green|gray|grey|orange|yellow|brown|beige|ivory|silver|gold|purple|pink|navy|maroon|teal|tan|wheat)(?![\w-])/g;

/** What is told in comments, kept in names (`url(#…)`, `&#160;`) and addresses (`"#host="`) is no colour. */
function rawColours(file: string, text: string): string[] {
  const told = text.replace(/\/\*[^]*?\*\/|\/\/.*|<!--[^]*?-->/g, "").replace(/&#\w+;|url\(#[\w-]+\)/g, "");
  if (!file.endsWith(".css")) return Array.from(told.matchAll(RAW), ([found]) => found);
  const values = told.replace(/^[^{}]*\{/gm, "{");
  return [...values.matchAll(RAW), ...values.matchAll(NAMED)].map(([found]) => found);
}

test("raw colours are found", () => {
  const css = ".a { color: #fff; border: 1px solid white; fill: var(--red); background: rgba(0, 0, 0, 0.1) }";
  expect(rawColours("a.css", css)).toEqual(["#fff", "rgba(", ": 1px solid white"]);
  expect(rawColours("a.css", "#page { color: var(--blue); white-space: pre }")).toEqual([]);
  expect(rawColours("a.tsx", 'style={{ color: "#abc" }} // #def')).toEqual(["#abc"]);
});

/** Browsers and manifests take it as a colour only; it is the table's. */
const THEME = /(?:name="theme-color" content=|"(?:theme|background)_color": )"(#\w+)"/g;

test("no file but the tokens names a colour", () => {
  expect(Object.keys(SOURCES)).toContain(TOKENS);
  for (const [file, text] of Object.entries(SOURCES)) {
    if (file !== TOKENS) expect([file, rawColours(file, text.replace(THEME, ""))]).toEqual([file, []]);
  }
});

test("what surrounds the pages has the table's colour", () => {
  const table = tokensOf(SOURCES[TOKENS] ?? "", "lamp")("table-deep");
  const pages = Object.values({ ...SOURCES, ...MANIFESTS }).flatMap((text) => [...text.matchAll(THEME)]);
  expect(pages.map(([, colour]) => colour)).toEqual([table, table, table, table]);
});

describe.each(["lamp", "candle"] as const)("by the light of a %s", (light) => {
  const colour = tokensOf(SOURCES[TOKENS] ?? "", light);
  const IDENTITIES = ["red", "blue", "green", "bystander", "assassin"];

  test.each([
    ...IDENTITIES.map((each) => ["on-identity", each]),
    ...IDENTITIES.map((each) => ["on-identity", `${each}-deep`]),
    ...["red", "blue", "green", "bystander", "assassin"].map((each) => [`${each}-light`, "table"]),
    ["assassin-light", "assassin"],
    ["text", "table"],
    ["text", "table-deep"],
    ["text", "table-raised"],
    ["text-soft", "table"],
    ["text-soft", "table-raised"],
    ["text-soft", "table-lit"],
    ["accent", "table"],
    ["accent", "table-raised"],
    ["accent-light", "accent-glow"],
    ["on-accent", "accent"],
    ["on-accent", "accent-dim"],
    ["danger", "table"],
    ["danger", "table-raised"],
    ["good", "table-deep"],
    ["ink", "paper"],
    ["ink", "paper-line"],
    ["ink", "paper-edge"],
    ["ink", "paper-dim"],
    ["ink-soft", "paper"],
    ["ink-away", "paper-away"],
    ["stamp", "paper"],
    ["manila-ink", "manila"],
    ["manila-ink", "manila-lit"],
    ["text", "carbon"],
    ["text-soft", "carbon-lit"],
  ])("%s can be read on %s", (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    { mode: "two teams", of: ["red", "blue", "bystander", "assassin"], least: 28 },
    { mode: "a duet", of: ["green", "bystander", "assassin"], least: 18 },
  ])("the identities of $mode stay apart for every eye", ({ of, least }) => {
    for (const eye of EYES) {
      for (const one of of) {
        for (const other of of.filter((it) => it > one)) {
          expect([eye, one, other, apart(colour(one), colour(other), eye) >= least]).toEqual([eye, one, other, true]);
        }
      }
    }
  });
});
