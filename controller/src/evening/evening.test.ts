/** After a game: the next one, and what the evening has come to. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS } from "../../../common/wire";
import type { Evening, LobbyView, View } from "../../../common/wire";
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
