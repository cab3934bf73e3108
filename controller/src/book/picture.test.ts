/** The poster of a game: what is written on it, whatever names and words are, and that it tells no key. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { boardAt } from "../../../common/book/moments";
import { wordsFrom } from "../../../common/language/words";
import { PRESETS } from "../../../common/wire";
import type { BookPage, Identity } from "../../../common/wire";
import book from "../../../languages/en/texts/book.json";
import { CODENAMES, KEY, turn } from "../../testing/views";
import { english } from "../../testing/words";
import { download, shareOrDownload } from "./files";
import { pictureOf } from "./picture";

const WIDTH = 1200;

/** What the canvas was told. */
let texts: { text: string; x: number; y: number; most: number }[] = [];
let fills: string[] = [];
let canvas: HTMLCanvasElement;

/** Each letter is half as wide as it is tall. */
class Recorder {
  font = "";
  fillStyle: unknown = "";
  private at: [number, number][] = [[0, 0]];

  measureText(text: string): { width: number } {
    return { width: (Array.from(text).length * parseFloat(/([\d.]+)px/.exec(this.font)?.[1] ?? "0")) / 2 };
  }

  fillText(text: string, x: number, y: number, most = Infinity): void {
    const [dx, dy] = this.at[this.at.length - 1]!;
    texts.push({ text, x: x + dx, y: y + dy, most: Math.min(most, this.measureText(text).width) });
  }

  createLinearGradient(): { addColorStop(at: number, colour: string): void } {
    return { addColorStop: (_, colour) => void fills.push(colour) };
  }

  fill(): void {
    fills.push(String(this.fillStyle));
  }

  save = (): void => void this.at.push(this.at[this.at.length - 1]!);
  restore = (): void => void this.at.pop();
  translate = (x: number, y: number): void => void (this.at[this.at.length - 1] = [x, y]);
  fillRect = (): void => undefined;
  scale = (): void => undefined;
  beginPath = (): void => undefined;
  arc = (): void => undefined;
}

beforeEach(() => {
  [texts, fills] = [[], []];
  const make = document.createElement.bind(document);
  vi.spyOn(document, "createElement").mockImplementation((name: string) => {
    const made = make(name);
    if (name !== "canvas") return made;
    canvas = made as HTMLCanvasElement;
    Object.assign(canvas, { getContext: () => new Recorder(), toBlob: (done: BlobCallback) => done(new Blob(["png"])) });
    return canvas;
  });
  vi.stubGlobal("Path2D", class {});
  vi.stubGlobal("fetch", () => Promise.resolve({ text: () => readFileSync("common/look/drawings.svg", "utf-8") }));
  vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: (name: string) => name }));
  Object.defineProperty(document, "fonts", { configurable: true, value: { load: () => Promise.resolve([]), addEventListener: () => undefined } });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const touch = (position: number, identity: Identity): BookPage["turns"][number]["touches"][number] => ({ position, identity, by: "p3", undone: false });

function page(changed: Partial<BookPage> = {}): BookPage {
  return {
    number: 2,
    at: 0,
    settings: PRESETS.classic,
    codenames: CODENAMES,
    languages: [],
    card_languages: [],
    revealed: CODENAMES.map((_, at) => (at === 0 ? "red" : null)),
    starting_team: "red",
    turns: [turn({ clue: { word: "ocean", number: 2 }, giver: "p1", touches: [touch(0, "red")] })],
    result: { winner: "red", ending: "all_agents", score: null },
    awards: [{ kind: "boldest", turn: 0, value: 2, by: "p1" }],
    names: { p1: "Ana", p3: "Cid" },
    people: { red_spymaster: ["Ana"], blue_spymaster: ["Ben"], red_operative: ["Cid", "Fay"], blue_operative: ["Dee"] },
    bots: [],
    predictions: [],
    stamps: {},
    ...changed,
  };
}

const draw = (of: BookPage, keys: readonly (readonly Identity[])[] = []): Promise<Blob> =>
  pictureOf({ words: english } as never, wordsFrom("en", book), { page: of, keys, notes: [] }, boardAt(of, Infinity));

const written = (): string => texts.map(({ text }) => text.replace(/[\u2068\u2069]/g, "")).join("|");

it("names everybody, the end, the words, the awards and the clues", async () => {
  await draw(page());
  for (const told of ["Game 2", "RED  WINS", "Classic · 1 turn", "Spymaster", "Ana", "Ben", "Cid · Fay", "WORD0", "Boldest clue", "OCEAN  2", "all found"]) {
    expect(written()).toContain(told);
  }
});

it("begins at the right where the page does", async () => {
  const places = (): number[] => ["WORD0", "WORD4", "OCEAN  2"].map((told) => texts.find(({ text }) => text === told)!.x);
  await draw(page());
  const left = places();
  texts = [];
  document.documentElement.dir = "rtl";
  await draw(page());
  document.documentElement.dir = "ltr";
  places().forEach((x, at) => expect(x).toBeCloseTo(canvas.width - left[at]!));
  expect(left[0]).toBeLessThan(left[1]!);
});

it("writes each word in the capitals of its language", async () => {
  const codenames = ["inek", "pilot", ...CODENAMES.slice(2)];
  await draw(page({ codenames, languages: ["tr", "en"], card_languages: [0, ...Array.from({ length: 24 }, () => 1)] }));
  for (const told of ["İNEK", "PILOT", "OCEAN  2"]) expect(written()).toContain(told);
});

it("tells of hidden cards nothing before the debrief, and everything after it", async () => {
  const hidden = page({ revealed: CODENAMES.map(() => null), turns: [], awards: [] });
  await draw(hidden);
  expect(fills.filter((colour) => /--(blue|bystander|assassin)-deep/.test(colour))).toEqual([]);
  await draw(hidden, [KEY]);
  const count = (identity: Identity): number => fills.filter((colour) => colour === `--${identity}-deep`).length;
  expect([count("blue"), count("bystander"), count("assassin")]).toEqual([8, 7, 1]);
});

const HOSTILE = [
  "", " ", "\u202eevil\u202c", "\u2067\u2068\u2066x", "שלום עולם", "مرحبا", "👩‍👩‍👧‍👦🇭🇷", "a\u0000b\u0007\tc\nd\r\u2028e\u0085f", "W".repeat(5000),
  "Z" + "\u0351".repeat(300), "<img src=x onerror=alert(1)>", "\ud800", "नमस्ते दुनिया", "\ufeff\u00ad\u2060",
];

it.each(HOSTILE)("is drawn whatever somebody is called, and however a word is written: %j", async (text) => {
  const names = Array.from({ length: 12 }, () => text);
  const of = page({
    codenames: CODENAMES.map(() => text),
    turns: Array.from({ length: 9 }, () => turn({ clue: { word: text, number: "unlimited" }, giver: "p1", touches: [touch(0, "red")] })),
    names: { p1: text, p3: text },
    people: { red_spymaster: names, side_a: names, key_holder: names },
  });
  await draw(of, [KEY, KEY]);
  for (const { text: shown, x, y, most } of texts) {
    expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066\u2067]/);
    expect(Array.from(shown).length).toBeLessThan(400);
    expect(most).toBeLessThanOrEqual(WIDTH);
    expect([x >= 0, x <= WIDTH, y >= 0, y <= canvas.height]).toEqual([true, true, true, true]);
  }
});

it("is shared where the browser can, else downloaded; who calls it off gets no file", async () => {
  const downloaded: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.download);
  });
  const share = vi.fn((_: ShareData) => Promise.resolve());
  const file = new Blob(["png"], { type: "image/png" });
  const named = async (name: string): Promise<void> => shareOrDownload(name, file);
  Object.assign(navigator, { canShare: undefined, share });
  await named("no.png");
  Object.assign(navigator, { canShare: ({ files }: ShareData) => files?.[0]?.type === "image/png" });
  await named("shared.png");
  expect(share.mock.calls[0]?.[0].files?.[0]?.name).toBe("shared.png");
  share.mockRejectedValueOnce(new DOMException("", "AbortError"));
  await named("called-off.png");
  share.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  await named("too-late.png");
  download("text.txt", file);
  expect(downloaded).toEqual(["no.png", "too-late.png", "text.txt"]);
});
