/** What stands in the documents until a page is drawn, and the pages: nothing of one is called as something of the other. */
import { expect, test } from "vitest";

const DOCUMENTS = import.meta.glob<string>("/{controller,receiver}/index.html", {
  query: "?raw",
  import: "default",
  eager: true,
});
const STYLES = import.meta.glob<string>("/{common,controller,receiver}/**/*.css", {
  query: "?raw",
  import: "default",
  eager: true,
});
const SCRIPTS = import.meta.glob<string>(
  ["/{common,controller,receiver}/**/*.{ts,tsx}", "!/**/*.test.{ts,tsx}", "!/**/testing/**"],
  { query: "?raw", import: "default", eager: true },
);
const OWN = "/common/look/before-page.css";

const told = (css: string): string => css.replace(/\/\*[^]*?\*\//g, "");
const selectorsOf = (css: string): string[] =>
  Array.from(told(css).matchAll(/([^{};]+)\{/g), ([, selector = ""]) => selector.trim());

test.each(Object.entries(DOCUMENTS))("%s: only the page has a name that a page could have", (_, text) => {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  const parts = Array.from(body.children, (part) => part.outerHTML.replace(/>[^]*/, ">"));
  expect(parts.slice(0, 2)).toEqual(['<div id="page">', "<before-page>"]);
  expect(parts.slice(2).filter((part) => !part.startsWith("<script"))).toEqual([]);
  const named = body.querySelectorAll("before-page [class], before-page [id]");
  expect(named.length).toBe(0);
});

test("both documents say the same until then", () => {
  const said = Object.values(DOCUMENTS).map((text) => /<before-page>[^]*<\/before-page>/.exec(text)?.[0]);
  expect(said).toHaveLength(2);
  expect(said[0]).toBe(said[1]);
});

test("its style is about nothing else", () => {
  const selectors = selectorsOf(STYLES[OWN] ?? "").filter((selector) => !/^(?:from|to)$/.test(selector));
  expect(selectors).not.toEqual([]);
  for (const selector of selectors) expect(selector).toMatch(/(?:^|[ +])before-page(?:$| > [a-z+ ]+$)/);
  expect(selectors.join()).not.toMatch(/[.[]/);
});

test("no page draws one, styles one or moves as it does", () => {
  const others = Object.entries({ ...STYLES, ...SCRIPTS }).filter(([file]) => file !== OWN);
  const naming = others.filter(([, text]) => told(text).replace(/@import.*/g, "").includes("before-page"));
  expect(naming.map(([file]) => file)).toEqual([]);
});
