/**
 * Styles have no left and right, so that a page can be read from either side, and nothing that Chromium 70 does not know:
 * the build would put rules by language in its place, and a card in another language than its page would take the wrong
 * one. What lies alike on both sides has no direction. See --ltr in tokens.css.
 */
import { expect, test } from "vitest";

const STYLES = import.meta.glob<string>("/{common,controller,receiver}/**/*.css", { query: "?raw", import: "default", eager: true });
const SCRIPTS = import.meta.glob<string>(["/{common,controller,receiver}/**/*.{ts,tsx}", "!/**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Where a side is meant, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "controller/src/styles/layouts.css padding": "a phone's camera is at the side that the phone says",
  "controller/src/styles/door.css border-width": "a chevron, turned until it points down or up",
  "controller/src/styles/guides.css border-width": "the same",
  "controller/src/styles/howto.css border-width": "the same",
  "receiver/src/styles/lobby.css left": "of Devanagari alone, which runs to the right",
  "receiver/src/styles/moments.css left": "shards fly to all sides",
  "receiver/src/styles/motion.css transform": "confetti falls by chance, and shards fly to all sides",
  "receiver/src/ending/curtain.tsx left": "by chance",
  "receiver/src/reactions/rising.ts left": "by turns at places that are alike from both sides",
};

/** Not known to Chromium 70. */
const TOO_NEW = /^(inset(-.*)?|(margin|padding)-inline|(border|scroll-(margin|padding))-inline|border-(start|end)-.*|.*-(inline|block)-(color|style|width))$/;
const SIDED = /^(left|right|float|clear)$|(^|-)(left|right)(-|$)/;
const SIDED_VALUE = /(?<![\w-])(left|right)(?![\w-])|safe-area-inset-(left|right)/;
/** What moves or lies sideways without asking which way the page is read. */
const MOVES = /translate(X|3d)?\((?!\s*(0|-50%)[,)\s])(?!\s*calc\(var\(--(way|across)\))/;
const BY_DIRECTION = /^var\(--(ltr|rtl), /;

/** The parts of a value that stand apart. */
function parts(value: string): string[] {
  const found = [""];
  let depth = 0;
  for (const letter of value) {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === " " && depth === 0) found.push("");
    else found[found.length - 1] += letter;
  }
  return found;
}

/** Whether a shorthand of four sides says something else of the left than of the right. */
function isLopsided(name: string, value: string): boolean {
  if (/^(margin|padding|border-(width|style|color))$/.test(name)) {
    const [, right, , left] = parts(value);
    return left !== undefined && left !== right;
  }
  if (name !== "border-radius" || value.includes("/") || BY_DIRECTION.test(value)) return false;
  const [first, second = first, third = first, fourth = second] = parts(value);
  return first !== second || third !== fourth;
}

/** The properties in a style sheet that have a side, each once a rule. */
function sided(css: string): string[] {
  const told = css.replace(/\/\*[^]*?\*\//g, "");
  const rules = Array.from(told.matchAll(/\{([^{}]*)\}/g), ([, body = ""]) =>
    Array.from(body.matchAll(/([\w-]+):\s*([^;]+?)\s*(?:;|$)/g), ([, name = "", value = ""]) => [name, value.replace(/\s+/g, " ")] as const),
  );
  return rules.flatMap((rule) => {
    const values = new Map(rule);
    return rule
      .filter(([name, value]) => {
        if (name.startsWith("--")) return false;
        if (name === "left" || name === "right") {
          const alike = values.get("left") === values.get("right");
          return !alike && !BY_DIRECTION.test(value);
        }
        if (TOO_NEW.test(name) || SIDED.test(name) || isLopsided(name, value)) return true;
        return SIDED_VALUE.test(value) || (name === "transform" && MOVES.test(value));
      })
      .map(([name]) => name);
  });
}

/** The same in a script: its inline styles. */
function sidedInline(script: string): string[] {
  const styles = Array.from(script.matchAll(/style=\{\{([^]*?)\}\}/g), ([, body = ""]) => body);
  const inline = styles.flatMap((body) =>
    Array.from(body.matchAll(/\b(left|right|float|textAlign|(?:margin|padding|border)(?:Left|Right)\w*):/g), ([, name = ""]) => name),
  );
  return [...inline, ...Array.from(script.matchAll(/\.style\.(left|right|(?:margin|padding|border)(?:Left|Right)\w*)\b/g), ([, name = ""]) => name)];
}

test("what has a side is found", () => {
  expect(sided(".a { margin-left: 1px; text-align: right; border-top-left-radius: 2px; float: inline-start }")).toHaveLength(4);
  expect(sided(".a { left: 0; top: 0 } .b { left: 0; right: 1px } @media x { .c { right: 0 } }")).toHaveLength(4);
  expect(sided(".a { left: 0; right: 0 } .b { left: var(--ltr, 1px); right: var(--rtl, 1px) }")).toEqual([]);
  expect(sided(".a { margin: 0 1px 0 2px; padding: 0 1px; border-radius: 1px 0 0; transform: translateX(1vw) }")).toEqual([
    "margin",
    "border-radius",
    "transform",
  ]);
  expect(sided(".a { transform: translateX(calc(var(--way) * 1vw)); border-radius: 0 0 1px 1px; --left: 0 }")).toEqual([]);
  expect(sided(".a { background: linear-gradient(to left, red, blue); transform-origin: left }")).toHaveLength(2);
});

test("what Chromium 70 does not know is found", () => {
  const known = "margin-inline-start: 0; padding-inline-end: 0; border-inline-start: 0; text-align: start; scroll-margin-top: 0";
  expect(sided(`.a { ${known} }`)).toEqual([]);
  expect(sided(".a { inset: 0; inset-inline-start: 0; margin-inline: 0; border-start-start-radius: 0 }")).toHaveLength(4);
});

test("inline styles are found", () => {
  expect(sidedInline('<i style={{ left: "1px", width: "2px" }} />; sign.style.right = "0"; const left = { left: 9 };')).toEqual([
    "left",
    "right",
  ]);
});

test("styles say start and end", () => {
  expect(Object.keys(STYLES).length).toBeGreaterThan(30);
  const files = [...Object.entries(STYLES), ...Object.entries(SCRIPTS)].map(([file, text]) => ({
    file: file.slice(1),
    found: file.endsWith(".css") ? sided(text) : sidedInline(text),
  }));
  const found = new Set(files.flatMap(({ file, found: names }) => names.map((name) => `${file} ${name}`)));
  expect([...found].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});
