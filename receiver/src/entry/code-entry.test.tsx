import { render } from "preact";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { OpenGame } from "../../../common/wire";
import { english } from "../../testing/words";
import { speakWith } from "../words";
import { CodeEntry } from "./code-entry";
import type { Props } from "./code-entry";
import { EVERY } from "./house";
import { latestRooms, rememberRoom } from "./route";
import { entryWords } from "./words";
import type { EntryWords } from "./words";

const page = document.body.appendChild(document.createElement("div"));
let words: EntryWords;
let games: readonly OpenGame[] | null;
let watched: string[];

const game = (room: string, host: string): OpenGame => ({ room, host, people: 3, mode: "duet", board: "words", playing: true });
const [ANAS, BENS] = [game("BCDF", "Ana"), game("GHJK", "Ben")];
const REFUSED = { room: "ZZZZ", refusal: { code: "room/not_found", detail: "", problems: [], findings: [] } } as const;

/** Everything that was asked for and drawn meanwhile. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(50);

async function draw(more: Partial<Props> = {}): Promise<void> {
  const askHouse = (): Promise<readonly OpenGame[]> => (games === null ? Promise.reject(new Error("offline")) : Promise.resolve(games));
  const watch = (room: string): void => void watched.push(room);
  render(<CodeEntry room={null} refusal={null} watch={watch} askHouse={askHouse} words={words} {...more} />, page);
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
const focused = (): string | null => (document.activeElement as HTMLElement).dataset["room"] ?? document.activeElement?.textContent ?? null;

beforeAll(async () => {
  words = await entryWords("en");
  speakWith(english);
});

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  games = [];
  watched = [];
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
  for (const key of [LEFT, UP, RIGHT, OK, DOWN, OK, LEFT, OK, UP, OK]) {
    expect(remote(key)).toBe(true);
    await settle();
  }
  expect(watched).toEqual(["CLKB"]);
});

test("a held OK is one press", async () => {
  await draw();
  remote(OK);
  remote(OK, true);
  await settle();
  expect(typed()).toBe("B");
});

test.each([
  ["Tizen", 10009],
  ["webOS", 461],
  ["Android", 166],
])("the back key of %s deletes a letter, and leaves when there is none", async (_, back) => {
  await draw();
  remote(OK);
  await settle();
  expect(typed()).toBe("B");
  expect(remote(back)).toBe(true);
  await settle();
  expect(typed()).toBe("");
  expect(remote(back)).toBe(false);
});

test("where nothing is offered it says how a game begins", async () => {
  await draw();
  expect(page.textContent).toContain(`No game yet? Open ${location.host} on a phone.`);
  expect(focused()).toBe("B");
});

test("the games of the house are one OK away, and so are letters and former rooms", async () => {
  rememberRoom("BKTM");
  games = [ANAS, BENS];
  await draw();
  expect(page.textContent).toContain("Ana's game3 people · playing now · Duet");
  expect(focused()).toBe("BCDF");
  await press("ArrowDown", "ArrowDown", "ArrowDown");
  expect(focused()).toBe("BKTM");
  await press("ArrowRight");
  expect(focused()).toBe("B");
  await press("ArrowDown", "ArrowLeft");
  expect(focused()).toBe("BCDF");
  await press("ArrowDown", "Enter");
  expect(watched).toEqual(["GHJK"]);
});

test("what comes and goes takes nobody's focus away", async () => {
  await draw();
  games = [ANAS];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(focused()).toBe("BCDF");
  await press("ArrowRight", "ArrowRight");
  games = [BENS, ANAS];
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(focused()).toBe("C");
  await press("ArrowLeft", "ArrowLeft", "ArrowDown");
  expect(focused()).toBe("BCDF");
  games = [BENS];
  await vi.advanceTimersByTimeAsync(EVERY + 50);
  expect(focused()).toBe("GHJK");
});

test("a server that does not answer is said, what it offered stays, and it is asked on", async () => {
  games = [ANAS];
  await draw();
  games = null;
  await vi.advanceTimersByTimeAsync(EVERY);
  expect(page.textContent).toContain("The server isn't answering.");
  expect(focused()).toBe("BCDF");
  games = [ANAS];
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
  await press("B");
  await draw({ ...REFUSED });
  expect(typed()).toBe("B");
});
