import { render } from "preact";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { OpenGame } from "../../../common/wire";
import { english } from "../../testing/words";
import { speakWith } from "../words";
import { CodeEntry } from "./code-entry";
import type { Props } from "./code-entry";
import { EVERY } from "./house";
import type { AskHouse } from "./house";
import { latestRooms, rememberRoom } from "./route";
import { entryWords } from "./words";
import type { EntryWords } from "./words";

const page = document.body.appendChild(document.createElement("div"));
let words: EntryWords;
let games: readonly OpenGame[] | null;
let watched: string[];
/** What the server answers to who opens a room; null: it does not. */
let opening: string | null;
/** Whether games are private. */
let hidden: boolean;

const game = (room: string, host: string): OpenGame => ({ room, host, people: 3, mode: "duet", board: "words", playing: true });
const [ANAS, BENS] = [game("BCDF", "Ana"), game("GHJK", "Ben")];
const REFUSED = { room: "ZZZZ", refusal: { code: "room/not_found", detail: "", problems: [], findings: [] } } as const;

/** Everything that was asked for and drawn meanwhile. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(50);

async function draw(more: Partial<Props> = {}): Promise<void> {
  const address = "http://192.168.1.20:8000";
  const askHouse: AskHouse = () =>
    games === null ? Promise.reject(new Error("offline")) : Promise.resolve({ games, address, opens: !hidden });
  const openRoom = (): Promise<string> => (opening === null ? Promise.reject(new Error("409")) : Promise.resolve(opening));
  const watch = (room: string): void => void watched.push(room);
  render(<CodeEntry room={null} refusal={null} watch={watch} askHouse={askHouse} openRoom={openRoom} words={words} {...more} />, page);
  await settle();
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key }));
    await settle();
  }
}

/** A key as a remote control sends it: often by its number alone. Whether the page took it. */
function remote(keyCode: number, repeat = false): boolean {
  const event = new KeyboardEvent("keydown", { key: "Unidentified", repeat, cancelable: true });
  Object.defineProperty(event, "keyCode", { value: keyCode });
  return !window.dispatchEvent(event);
}

const [OK, LEFT, UP, RIGHT, DOWN] = [13, 37, 38, 39, 40] as const;
const typed = (): string => page.querySelector(".entry-code")?.textContent ?? "";
const focused = (): string | null => {
  const { room, testid } = (document.activeElement as HTMLElement).dataset;
  return room ?? testid ?? document.activeElement?.textContent ?? null;
};
/** To the letters: the last choice of all. */
const toLetters = (): Promise<void> => press("ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "Enter");

beforeAll(async () => {
  words = await entryWords("en");
  speakWith(english);
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  games = [];
  watched = [];
  opening = "BKTM";
  hidden = false;
});

afterEach(() => {
  render(null, page);
  vi.useRealTimers();
});

test("a code is typed on a keyboard, or with arrows and OK", async () => {
  await draw();
  await press("b", "a", "ArrowRight", "Enter", "ArrowDown", "Enter", "Backspace", "T", "M");
  expect(watched).toEqual(["BCTM"]);
});

test("a remote's arrows and OK choose letters, and stop at the edge", async () => {
  await draw();
  await toLetters();
  for (const key of [LEFT, UP, RIGHT, OK, DOWN, OK, LEFT, OK, UP, OK]) {
    expect(remote(key)).toBe(true);
    await settle();
  }
  expect(watched).toEqual(["CLKB"]);
});

test("a held OK is one press", async () => {
  await draw();
  await toLetters();
  remote(OK);
  remote(OK, true);
  await settle();
  expect(typed()).toBe("B");
});

test.each([
  ["Tizen", 10009],
  ["webOS", 461],
  ["Android", 166],
])("the back key of %s deletes a letter, goes back to the start, and leaves from there", async (_, back) => {
  await draw();
  await toLetters();
  remote(OK);
  await settle();
  expect(typed()).toBe("B");
  expect(remote(back)).toBe(true);
  await settle();
  expect(typed()).toBe("");
  expect(remote(back)).toBe(true);
  await settle();
  expect(focused()).toBe("entry-open");
  expect(remote(back)).toBe(false);
});

test("without a game it says where a phone begins, and a room is one OK away", async () => {
  await draw();
  expect(page.textContent).toContain("Scan to start");
  expect(page.textContent).toContain("192.168.1.20:8000");
  expect(page.querySelector("img")?.getAttribute("src")).toBe("/qr/start.svg");
  expect(focused()).toBe("entry-open");
  await press("Enter");
  expect(watched).toEqual(["BKTM"]);
});

test("a room that nobody joined is gone: the screen starts anew, and follows who comes", async () => {
  opening = "ZZZC";
  await draw();
  await press("Enter");
  await draw({ ...REFUSED, room: "ZZZC" });
  expect(page.textContent).toContain("Nobody joined, so the room is closed.");
  expect(focused()).toBe("entry-open");
  games = [game("CDFG", "Ana")];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(watched).toEqual(["ZZZC", "CDFG"]);
});

test("a room that cannot be opened is said, and can be tried again", async () => {
  opening = null;
  await draw();
  await press("Enter");
  expect(page.textContent).toContain("No room could be opened.");
  opening = "LMNP";
  await press("Enter");
  expect(watched).toEqual(["LMNP"]);
});

test("where games are private nothing can be opened", async () => {
  hidden = true;
  await draw();
  expect(focused()).toBe("entry-type");
  expect(page.querySelectorAll("button")).toHaveLength(1);
});

test("the only game of the house is followed by itself, and not again once it was left", async () => {
  await draw();
  games = [game("FGHJ", "Ana")];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(watched).toEqual(["FGHJ"]);
  render(null, page);
  await draw();
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(watched).toEqual(["FGHJ"]);
  expect(focused()).toBe("FGHJ");
});

test("nothing is followed while a code is typed, or after a room was refused", async () => {
  await draw();
  await press("C");
  games = [game("HJKL", "Ana")];
  await vi.advanceTimersByTimeAsync(EVERY);
  await press("Backspace");
  await draw({ ...REFUSED, room: "ZZZB" });
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(watched).toEqual([]);
  expect(focused()).toBe("entry-type");
});

test("several games are a list, and so are former rooms; letters come last", async () => {
  rememberRoom("BKTM");
  games = [ANAS, BENS];
  await draw();
  expect(page.textContent).toContain("Ana's game3 people · playing now · Duet");
  expect(focused()).toBe("BCDF");
  await press("ArrowDown", "ArrowDown");
  expect(focused()).toBe("BKTM");
  await press("ArrowDown", "ArrowDown", "ArrowDown");
  expect(focused()).toBe("entry-type");
  await press("ArrowUp", "ArrowUp", "ArrowUp", "Enter");
  expect(watched).toEqual(["GHJK"]);
});

test("what comes and goes takes nobody's focus away", async () => {
  await draw();
  games = [ANAS, BENS];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(focused()).toBe("BCDF");
  await press("ArrowDown", "ArrowDown");
  games = [BENS, ANAS, game("KLMN", "Cem")];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(focused()).toBe("entry-open");
  await press("ArrowUp");
  expect(focused()).toBe("KLMN");
  games = [BENS, ANAS];
  await vi.advanceTimersByTimeAsync(EVERY + 50);
  expect(focused()).toBe("GHJK");
});

test("a server that does not answer is said, what it offered stays, and it is asked on", async () => {
  games = [ANAS, BENS];
  await draw();
  games = null;
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(page.textContent).toContain("The server isn't answering.");
  expect(focused()).toBe("BCDF");
  games = [ANAS, BENS];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(page.textContent).not.toContain("The server isn't answering.");
});

test("a room that is gone is said, and no longer remembered", async () => {
  rememberRoom("ZZZZ");
  rememberRoom("BKTM");
  await draw(REFUSED);
  expect(page.textContent).toContain("There is no room ZZZZ here.");
  expect(latestRooms()).toEqual(["BKTM"]);
  // Asked again in the background, nothing that is being typed is lost.
  expect(focused()).toBe("entry-type");
  await press("B");
  await draw({ ...REFUSED });
  expect(typed()).toBe("B");
});
