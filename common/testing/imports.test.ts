/** What the pages' files import: nothing in a circle, no page the other, none what only tests use. */
import { expect, test } from "vitest";

const PAGES = import.meta.glob<string>("/{common,controller,receiver}/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const FILES = Object.keys(PAGES);
const IMPORT = /\b(?:from|import|import\()\s*"(\.[^"]+)"/g;

/** The files that a file imports, types included. */
function importsOf(file: string): string[] {
  const named = Array.from((PAGES[file] ?? "").matchAll(IMPORT), ([, path = ""]) => joined(file, path));
  return named.flatMap((path) => [path, `${path}.ts`, `${path}.tsx`].filter((it) => it in PAGES));
}

function joined(file: string, path: string): string {
  const parts = file.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The first circle that is met on the way from a file; `safe` collects what leads into none. */
function circle(file: string, way: readonly string[], safe: Set<string>): readonly string[] {
  const before = way.indexOf(file);
  if (before >= 0) return [...way.slice(before), file];
  if (safe.has(file)) return [];
  for (const next of importsOf(file)) {
    const found = circle(next, [...way, file], safe);
    if (found.length > 0) return found;
  }
  safe.add(file);
  return [];
}

test("all imports are seen", () => {
  expect(importsOf("/controller/src/main.tsx")).toContain("/controller/src/app.tsx");
  expect(importsOf("/receiver/src/main.tsx")).toContain("/common/connection/connection.ts");
  expect(importsOf("/controller/src/howto/sheet.tsx")).toContain("/controller/src/howto/pages.tsx");
});

test("no import leads back to where it came from", () => {
  const safe = new Set<string>();
  for (const file of FILES) expect(circle(file, [], safe)).toEqual([]);
});

test("what the pages share imports no page, and no page imports the other", () => {
  const of = (file: string): string => file.split("/")[1] ?? "";
  for (const file of FILES) {
    const others = importsOf(file).filter((it) => of(it) !== "common" && of(it) !== of(file));
    expect([file, others]).toEqual([file, []]);
  }
});

test("what is built imports nothing that only tests use", () => {
  const isForTests = (file: string): boolean => /\.test\.|\/testing\//.test(file);
  for (const file of FILES.filter((it) => !isForTests(it))) {
    expect([file, importsOf(file).filter(isForTests)]).toEqual([file, []]);
  }
});
