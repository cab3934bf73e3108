/** Boards of pictures: how they are drawn and called, in every place where words stand otherwise. */
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isPhoto, photoUrl } from "../../../common/photos/photos";
import { PRESETS } from "../../../common/wire";
import type { GameView } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { KEY, game, keyView, turn } from "../../testing/views";
import { fitScene } from "../board/fit";
import { emojiIn, halves } from "./pictures";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const PHOTO = "0123456789abcdef";
const SCENES = ["🐟☂️", "🐧🏖️", "🦒🧣"];
const BOARD = [...SCENES, PHOTO, ...Array.from({ length: 16 }, (_, at) => `${at}`.padStart(16, "f"))];

function pictures(changed: Partial<GameView> = {}): GameView {
  const revealed = BOARD.map(() => null);
  return game({ settings: PRESETS.pictures, codenames: BOARD, revealed, ...changed });
}

/** The red spymaster's phone, when the scenes' font and names have come. */
async function sees(changed: Partial<GameView> = {}): Promise<void> {
  phone.inside("p1", { ...keyView(), game: pictures(changed), key: KEY.slice(0, 20) });
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(phone.find("card-0")?.textContent).toContain("☂");
  });
}

const nameOf = (id: string): string | null | undefined =>
  phone.find(id)?.querySelector("[aria-label], img")?.getAttribute("aria-label") ??
  phone.find(id)?.querySelector("img")?.getAttribute("alt");

describe("a codename", () => {
  it("is a photo when it is an id of the server's, and a scene otherwise", () => {
    expect([PHOTO, ...SCENES, "cafe", "0123456789ABCDEF"].map(isPhoto)).toEqual([true, false, false, false, false, false]);
    expect(photoUrl(PHOTO)).toBe("/photos/0123456789abcdef.jpg");
  });

  it("of emoji is counted and parted by them", () => {
    expect(SCENES.map(emojiIn)).toEqual([2, 2, 2]);
    expect(halves("⚖🐘🐭")).toEqual(["⚖🐘", "🐭"]);
  });

  it("of emoji is as large as fits, side by side or one over the other", () => {
    expect(fitScene(2, { width: 60, height: 70, font: "" })).toEqual({ size: 30, stacked: true });
    expect(fitScene(2, { width: 100, height: 40, font: "" })).toEqual({ size: 34, stacked: false });
  });
});

describe("the board", () => {
  it("says what is on each card", async () => {
    await sees();
    expect(nameOf("card-0")).toBe("fish, umbrella");
    expect(nameOf("card-3")).toBe("photo, row 1, column 4");
    expect(nameOf("card-12")).toBe("photo, row 3, column 3");
    // Our font draws it, not one of the system's for an emoji with a selector.
    expect(phone.find("card-0")?.textContent).not.toContain("\ufe0f");
  });

  it("is called by its places until the names have come", () => {
    phone.inside("p1", { ...keyView(), game: pictures() });
    expect(nameOf("card-1")).toBe("picture, row 1, column 2");
    expect(phone.find("card-1")?.textContent).not.toContain("🐧");
  });

  it("repeats what was chosen, large", async () => {
    await sees();
    phone.tap("card-3");
    const large = phone.page.querySelector(".confirm-word img");
    expect(large?.getAttribute("src")).toBe(`/photos/${PHOTO}.jpg`);
    phone.tap("card-0");
    expect(phone.page.querySelector(".confirm-word .scene")?.getAttribute("aria-label")).toBe("fish, umbrella");
  });

  it("asks for pictures, not for words", async () => {
    await sees();
    expect(phone.page.textContent).toContain("Tap the picture your team chooses.");
  });
});

describe("a photo", () => {
  const photo = (): HTMLElement => phone.find("card-3")?.querySelector<HTMLElement>(".photo") as HTMLElement;

  it("is paper until it has come", async () => {
    await sees();
    expect(photo().className).toBe("photo photo-loading");
    act(() => void photo().querySelector("img")?.dispatchEvent(new Event("load")));
    expect(photo().className).toBe("photo photo-there");
  });

  it("that does not come says so, and is asked for again", async () => {
    await sees();
    vi.useFakeTimers();
    try {
      act(() => void photo().querySelector("img")?.dispatchEvent(new Event("error")));
      expect(photo().textContent).toBe("not loaded yet");
      const first = photo().querySelector("img");
      act(() => void vi.advanceTimersByTime(5000));
      expect(photo().querySelector("img")).not.toBe(first);
      act(() => void photo().querySelector("img")?.dispatchEvent(new Event("load")));
      expect(photo().textContent).toBe("");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("small pictures", () => {
  it("stand in the lists of what is hidden and of what was found", async () => {
    const revealed = BOARD.map((_, at) => (at === 3 ? ("red" as const) : null));
    const touches = [{ position: 3, identity: "red" as const, by: "p1", undone: false, side: null }];
    await sees({ revealed, turns: [turn({ clue: { word: "sea", number: 1 }, touches })] });
    phone.tap("key-show");
    expect(phone.find("still-hidden")?.querySelector(".scene")?.getAttribute("aria-label")).toBe("fish, umbrella");
    expect(phone.find("still-hidden")?.querySelector(`img[src="${photoUrl(PHOTO)}"]`)).toBeNull();
    const phase = "debriefed" as const;
    const result = { winner: "red" as const, ending: "all_agents" as const, score: null };
    phone.show({ ...keyView(), game: pictures({ phase, result, revealed, turns: [turn({ clue: { word: "sea", number: 1 }, touches })] }) });
    expect(phone.find("turns")?.querySelector("img")?.getAttribute("alt")).toBe("photo, row 1, column 4");
  });

  it("are named in what passes by", async () => {
    await sees();
    const view = { ...keyView(), game: pictures() };
    phone.show(view, [{ kind: "codename_exchanged", position: 0, former: "🐘🛁", language: 0 }]);
    expect(phone.page.querySelector(".notice")?.textContent).toBe("elephant, bathtub was exchanged for fish, umbrella");
  });
});
