/** After a game: the next one, and what the evening has come to. */
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FINALE } from "../../../common/book/passing";
import { PRESETS } from "../../../common/wire";
import type { Award, Evening, GameView, LobbyView, ScreenPage, View } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { game, lobby, publicView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const sent = (): Record<string, unknown> => phone.sent[phone.sent.length - 1]?.fields ?? {};

const ALL: Evening = {
  games: [
    { mode: "classic", board: "words", winner: "blue", ending: "assassin", score: null, keys: { red_spymaster: ["p1"], blue_spymaster: ["p9"] } },
    { mode: "classic", board: "pictures", winner: null, ending: "abandoned", score: null, keys: {} },
    { mode: "coop", board: "words", winner: "red", ending: "all_agents", score: 1, keys: { red_spymaster: ["p2"] } },
    { mode: "coop", board: "words", winner: "blue", ending: "all_agents", score: null, keys: {} },
    { mode: "duet", board: "words", winner: "green", ending: "all_agents", score: null, keys: {} },
    { mode: "duet", board: "words", winner: null, ending: "sudden_death", score: null, keys: {} },
  ],
  wins: { red: 0, blue: 1, green: 0 },
  together: { won: 2, lost: 2 },
  times_at_key: { p1: 1, p2: 1, p9: 1 },
  next_keys: { red_spymaster: ["p3"], blue_spymaster: ["p4"] },
} as Evening;

function ended(changed: Partial<LobbyView> = {}): View {
  const over = game({ phase: "debriefed", result: { winner: "red", ending: "all_agents", score: null }, may: {} });
  return { ...publicView(), game: over, lobby: lobby({ no_deal: null, evening: ALL, ...changed }) } as View;
}

describe("after a game", () => {
  it("comes the same again, or swapped: then with those at the key", () => {
    phone.inside("p1", ended());
    expect(phone.text("proposed")).toBe("If you swap: Cid and Dee take the keys.");
    phone.tap("swap");
    expect(phone.sent[0]).toMatchObject({ name: "deal", fields: { swap_spymasters: true } });
  });

  it("nobody is asked to swap where that would change nothing", () => {
    const next_keys = { red_spymaster: ["p1"], blue_spymaster: ["p2"] };
    phone.inside("p1", ended({ evening: { ...ALL, next_keys } }));
    expect(phone.find("again")).not.toBeNull();
    expect(phone.find("swap")).toBeNull();
    expect(phone.find("proposed")).toBeNull();
  });

  it("another game is chosen, seats are taken and it is dealt in one place", () => {
    phone.inside("p1", ended());
    expect(phone.find("next-is")).toBeNull();
    phone.tap("next-open");
    phone.tap("preset-duet");
    expect(sent()["settings"]).toEqual(PRESETS.duet);
    phone.show(ended({ no_deal: "room/no_side", settings: PRESETS.duet }));
    expect(phone.text("next-is")).toBe("Next: Duet");
    expect(phone.find("seat-side_a")).not.toBeNull();
    expect(phone.isHeld("deal")).toBe(true);
    phone.show(ended({ settings: PRESETS.duet }));
    phone.tap("deal");
    expect(phone.sent[phone.sent.length - 1]).toMatchObject({ name: "deal", fields: { swap_spymasters: false } });
    phone.show({ ...publicView(), lobby: lobby() });
    expect(phone.page.querySelector('[role="dialog"]')).toBeNull();
  });

  it("who is not the host reads what comes, and sits down", () => {
    phone.inside("p3", ended({ settings: PRESETS.duet }));
    phone.tap("next-open");
    expect(phone.find("preset-duet")).toBeNull();
    expect(phone.text("rules-read")).toContain("Duet");
    expect(phone.find("seat-side_b")).not.toBeNull();
    expect(phone.find("deal")).toBeNull();
  });
});

describe("the show on the TV", () => {
  const AWARD: Award = { kind: "streak", turn: 0, value: 3, by: "p3" };
  const RESULT = { winner: "red", ending: "all_agents", score: null } as const;

  /** What the phone is sent; `debriefed`: with the whole key. */
  function shown(showing: Partial<ScreenPage> | null, changed: Partial<GameView> = {}, debriefed = false): View {
    const may = debriefed ? {} : { debrief: ["red_spymaster", "host"] as const };
    const over = game({ phase: debriefed ? "debriefed" : "ended", result: RESULT, awards: [AWARD], may, ...changed });
    const page: ScreenPage | null = showing && { game: 1, motion: "looking_back", moment: 0, at: 0, part: null, ...showing };
    return { ...publicView(), game: over, lobby: lobby({ no_deal: null, evening: ALL, showing: page }) } as View;
  }

  const mains = (): string[] => Array.from(phone.page.querySelectorAll(".ending .main"), (it) => it.textContent ?? "");

  function seen(now: number, view: View, you = "p1"): string[] {
    phone.now = () => now;
    phone.inside(you, view);
    return mains();
  }

  it("is led on by the main button, which says what comes next", () => {
    expect(seen(0, shown({}))).toEqual(["Look back on the TV"]);
    phone.tap("show-next");
    expect(phone.sent[0]).toMatchObject({ name: "show_page", fields: { game: 1, part: "clues" } });
    expect(seen(0, shown({ part: "clues" }))).toEqual(["See the whole key"]);
    expect(seen(0, shown(null, {}, true))).toEqual(["Awards on the TV"]);
    expect(seen(0, shown({ part: "awards" }, {}, true))).toEqual(["Next keys on the TV"]);
    phone.tap("show-next");
    expect(sent()["part"]).toBe("next_keys");
    expect(seen(0, shown({ part: "next_keys" }, {}, true))).toEqual(["Next game"]);
  });

  it("goes on by itself, and the button with it", () => {
    vi.useFakeTimers();
    try {
      expect(seen(FINALE - 10, shown({}))).toEqual(["Look back on the TV"]);
      phone.now = () => FINALE + 10;
      void act(() => void vi.advanceTimersByTime(20));
      expect(mains()).toEqual(["See the whole key"]);
      expect(seen(1e6, shown({ part: "awards" }, {}, true))).toEqual(["Next game"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("never leaves out the whole key, and the key can be seen at once", () => {
    expect(seen(0, shown({ part: "awards" }))).toEqual(["See the whole key"]);
    expect(seen(0, shown({}))).toEqual(["Look back on the TV"]);
    phone.tap("debrief");
    expect(phone.sent[0]?.name).toBe("debrief");
  });

  it("has no awards where there are none, and nothing more after a game out of the book", () => {
    expect(seen(0, shown(null, { awards: [] }, true))).toEqual(["Next keys on the TV"]);
    expect(seen(0, shown({ motion: "still" }, {}, true))).toEqual(["Next game"]);
    expect(seen(0, shown(null))).toEqual(["See the whole key"]);
  });

  it("is the host's: another spymaster shows the key and deals, an operative reads who does", () => {
    const host = (view: View): View => ({ ...view, lobby: { ...view.lobby, host: "p2" } }) as View;
    expect(seen(0, host(shown({})))).toEqual(["See the whole key"]);
    expect(seen(0, host(shown(null, {}, true)))).toEqual(["Next game"]);
    expect(seen(0, shown({}), "p3")).toEqual([]);
  });
});

describe("the evening", () => {
  it("is told game by game, with the running score; whoever has left since has a name, too", () => {
    phone.inside("p3", ended({ former: [{ id: "p9", name: "Gil", stamp: "🐌" }] }));
    expect(phone.text("evening-score")).toContain("Together: 2 won, 2 lost");
    const lines = Array.from(phone.page.querySelectorAll(".evening-games li"), (it) => it.textContent);
    expect(lines).toEqual([
      "Classic: Blue wins Key: Ana, Gil",
      "Classic, Pictures: abandoned",
      "Co-op: won with 1 point Key: Ben",
      "Co-op: lost",
      "Duet: won",
      "Duet: lost",
    ]);
    expect(phone.text("evening-keys")).toContain("Ana 1×\u00a0Ben 1×\u00a0Cid 0×\u00a0Dee 0×\u00a0Gil 1×");
  });

  it("counts together only what was played together, and apart what was not", () => {
    const classic = { ...ALL, games: ALL.games.slice(0, 1) };
    phone.inside("p3", ended({ evening: classic }));
    expect(phone.text("evening-score")).not.toContain("Together");
    phone.show(ended({ evening: { ...ALL, games: ALL.games.slice(2, 3) } }));
    expect(phone.page.querySelector(".evening-team")).toBeNull();
  });

  it("is not told while a game is on", () => {
    phone.inside("p3", { ...publicView(), lobby: lobby({ evening: null }) });
    phone.tap("players-open");
    expect(phone.find("evening")).toBeNull();
  });
});
