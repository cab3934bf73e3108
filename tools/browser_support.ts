/**
 * The oldest Safari and Firefox that can run the built pages, as JSON: `node tools/browser_support.ts`.
 *
 * Every syntax, global, static and called method of the built scripts, and every property, selector
 * and at-rule of the built styles, is looked up in MDN's compatibility data. A method whose object
 * nobody knows counts for the oldest interface that has it. With `--why` it says what asks for most.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import bcd from "@mdn/browser-compat-data" with { type: "json" };
import { parseAst } from "vite";

const BROWSERS = ["safari_ios", "safari", "firefox"] as const;
const PAGES = ["controller", "receiver"] as const;
type Browser = (typeof BROWSERS)[number];

/** What the pages can do without, and how; and names of their own that look like a browser's. */
const OPTIONAL: Readonly<Record<string, string>> = {
  ".changed()": "a callback of the pages' own",
  ".canShare()": "a picture is downloaded",
  ".share()": "a picture is downloaded",
  ".writeText()": "where there is none, the old command copies",
  AudioContext: "no sound",
  visualViewport: "the keyboard is told by the window's size",
  ":focus-visible": "focus as the browser draws it",
  ":is": "written beside its older names",
  "accent-color": "looks",
  "color-scheme": "looks",
  cursor: "looks",
  "field-sizing": "a wider list of languages",
  "font-variant-emoji": "the scenes' font has no colours to choose from",
  "grid-auto-rows": "one size of rows, which is older than several",
  hyphens: "codenames are fitted",
  outline: "square corners",
  resize: "own words in a field of one size",
  "scroll-margin-top": "a heading under the top line",
  "scroll-padding": "a field under the top line",
  "text-decoration-thickness": "looks",
  "text-size-adjust": "the other engines need none",
  "text-underline-offset": "looks",
  "user-select": "stands with its prefix, too",
};

interface Support {
  readonly version_added: string | false | null;
  readonly version_removed?: string;
  readonly prefix?: string;
  readonly alternative_name?: string;
  readonly flags?: unknown;
  readonly partial_implementation?: boolean;
}
interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> };
  readonly [name: string]: unknown;
}
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const data = bcd as unknown as { readonly api: Tree; readonly javascript: Record<string, Tree>; readonly css: Record<string, Tree> };
type Tree = Readonly<Record<string, Feature>>;
const builtins = data.javascript["builtins"] ?? {};

/** Each member's name, and every interface that has it. */
const members = new Map<string, Feature[]>();
for (const tree of [data.api, builtins])
  for (const [owner, its] of Object.entries(tree))
    for (const [member, feature] of Object.entries(its))
      if (isFeature(feature) && member !== owner) members.set(member, [...(members.get(member) ?? []), feature]);

function isFeature(value: unknown): value is Feature {
  return typeof value === "object" && value !== null && "__compat" in value;
}

/** The first version that has a feature without flags, prefixes or other names; Infinity: none has. */
function since(feature: Feature, browser: Browser): number {
  const told = feature.__compat?.support[browser];
  const all = (Array.isArray(told) ? told : [told]) as (Support | undefined)[];
  const versions = all
    .filter((it) => it && !it.flags && !it.prefix && !it.alternative_name && !it.version_removed)
    .map((it) => (it?.version_added ? Number.parseFloat(it.version_added.replace("≤", "")) : Infinity))
    .map((version) => (Number.isNaN(version) ? Infinity : version)); // "preview"
  return Math.min(Infinity, ...versions);
}

/** What a page uses: a feature's name, and what MDN knows of it: any of these would do. */
type Uses = Map<string, readonly Feature[]>;

function note(uses: Uses, name: string, ...found: (Feature | undefined)[]): void {
  const known = found.filter(isFeature);
  if (known.length > 0 && !(name in OPTIONAL)) uses.set(name, known);
}

const operators = data.javascript["operators"] ?? {};
const statements = data.javascript["statements"] ?? {};
const expressions = data.javascript["regular_expressions"] ?? {};
const functions = data.javascript["functions"] ?? {};
const classes = data.javascript["classes"] ?? {};

const REGULAR: readonly [RegExp, string][] = [
  [/\(\?<[=!]/, "lookbehind_assertion"],
  [/\(\?<[^=!]/, "named_capturing_group"],
  [/\\p\{/i, "unicode_character_class_escape"],
];

const SYNTAX: Readonly<Record<string, (node: Node) => [string, Feature | undefined] | null>> = {
  ImportExpression: () => ["import()", operators["import"]],
  MetaProperty: () => ["import.meta", operators["import_meta"]],
  ChainExpression: () => ["?.", operators["optional_chaining"]],
  AwaitExpression: () => ["await", operators["await"]],
  PropertyDefinition: () => ["class fields", classes["public_class_fields"]],
  PrivateIdentifier: () => ["#private", classes["private_class_fields"]],
  StaticBlock: () => ["static {}", classes["static_initialization_blocks"] ?? classes["static"]],
  ForOfStatement: (node) => (node["await"] ? ["for await", statements["for_await_of"]] : null),
  SpreadElement: () => ["...", operators["spread"]],
  CatchClause: (node) => (node["param"] ? null : ["catch {}", statements["try_catch"]?.["optional_catch_binding"] as Feature]),
  LogicalExpression: (node) => (node["operator"] === "??" ? ["??", operators["nullish_coalescing"]] : null),
  ArrowFunctionExpression: () => ["=>", functions["arrow_functions"]],
};

/** What the pages' own objects call their fields and methods. */
const own = new Set<string>();

function collect(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(collect);
  if (typeof value !== "object" || value === null) return;
  const node = value as Node;
  if (/^(Property|PropertyDefinition|MethodDefinition)$/.test(node.type)) own.add(String((node["key"] as Node)["name"]));
  Object.values(node).forEach(collect);
}

/** Every feature of a script. */
function read(tree: unknown, uses: Uses): void {
  const visit = (value: unknown, parent: Node | null, field: string): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, parent, field));
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    const syntax = SYNTAX[node.type]?.(node);
    if (syntax) note(uses, ...syntax);
    if (node.type === "Literal" && typeof node["regex"] === "object") regular((node["regex"] as { pattern: string }).pattern, uses);
    if (node.type === "MemberExpression") member(node, uses, parent?.type === "CallExpression" && field === "callee");
    if (node.type === "Identifier" && isFree(parent, field)) global(String(node["name"]), uses);
    for (const [name, child] of Object.entries(node)) if (name !== "type") visit(child, node, name);
  };
  visit(tree, null, "");
}

function regular(pattern: string, uses: Uses): void {
  for (const [sign, name] of REGULAR) if (sign.test(pattern)) note(uses, name, expressions[name]);
}

/** Not the name of a member, nor of a field that is written. */
function isFree(parent: Node | null, field: string): boolean {
  if (parent === null) return true;
  if (parent.type === "MemberExpression") return field === "object" || parent["computed"] === true;
  return !(/^(Property|PropertyDefinition|MethodDefinition)$/.test(parent.type) && field === "key");
}

/** Minified names of the pages' own are shorter than any global. */
function global(name: string, uses: Uses): void {
  if (name.length > 3 || name === "URL") note(uses, name, builtins[name], data.api[name], windows(name));
}

function windows(name: string): Feature | undefined {
  return data.api["Window"]?.[name] as Feature | undefined;
}

function member(node: Node, uses: Uses, called: boolean): void {
  const { object, property } = node as unknown as { object: Node; property: Node };
  if (node["computed"] === true) return;
  const name = String(property["name"]);
  const owner = object.type === "Identifier" ? String(object["name"]) : "";
  const its = builtins[owner] ?? data.api[owner];
  const known = its?.[name] ?? its?.[`${name}_static`];
  if (known) return note(uses, `${owner}.${name}`, known as Feature);
  if (owner === "window" || owner === "globalThis" || owner === "self") return global(name, uses);
  if (called && !own.has(name)) note(uses, `.${name}()`, ...(members.get(name) ?? []), ...(members.get(`${name}_static`) ?? []));
}

const selectors = data.css["selectors"] ?? {};
const properties = data.css["properties"] ?? {};
const atRules = data.css["at-rules"] ?? {};

/** Every feature of a style sheet, but for values. */
function readStyle(sheet: string, uses: Uses): void {
  const names = (sign: RegExp): string[] => Array.from(sheet.matchAll(sign), (found) => found[1] ?? "");
  for (const name of names(/[{;]([a-z][a-z-]*):/g)) note(uses, name, properties[name]);
  for (const name of names(/:([a-z][a-z-]*)(?=[\s,{(:.[>+~)])/g)) note(uses, `:${name}`, selectors[name]);
  for (const name of names(/@([a-z][a-z-]*)/g)) note(uses, `@${name}`, atRules[name]);
}

/** What a page's files need of a browser: the newest features first. */
function needs(uses: Uses, browser: Browser): [string, number][] {
  return [...uses]
    .map(([name, any]): [string, number] => [name, Math.min(...any.map((it) => since(it, browser)))])
    .sort(([, one], [, other]) => other - one);
}

function files(page: string, ending: string): string[] {
  const folder = join("build", "pages", page, "assets", page);
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.map((name) => readFileSync(join(folder, name), "utf-8"));
}

function usesOf(page: string): Uses {
  const uses: Uses = new Map();
  const trees = files(page, ".js").map((script) => parseAst(script));
  own.clear();
  trees.forEach(collect);
  for (const tree of trees) read(tree, uses);
  for (const style of files(page, ".css")) readStyle(style, uses);
  return uses;
}

const why = process.argv.includes("--why");
const told: Record<string, Record<string, unknown>> = {};
for (const page of PAGES) {
  const uses = usesOf(page);
  told[page] = {};
  for (const browser of BROWSERS) {
    const needed = needs(uses, browser);
    told[page][browser] = why ? needed.slice(0, 12) : needed[0]?.[1];
  }
}
console.log(JSON.stringify(told, null, why ? 1 : 0));
