/** The games of the box around the game itself: seats by mode, decks, the next game, the evening. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS } from "../../common/wire";
import type { Evening, LobbyView, Settings, View } from "../../common/wire";
import { Bench } from "../testing/bench";
import { SEATS_OF } from "./seats/seat";
import { decksFor, decksOf, withDecks } from "./decks/decks";
import { game, lobby, publicView } from "../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const inLobby = (changed: Partial<LobbyView> = {}): View => ({
  kind: "public",
  lobby: lobby({ games: 0, no_deal: null, ...changed }),
  game: null,
  marks: [],
});
const playing = (settings: Settings): Partial<LobbyView> => ({ settings });
const seats = (): string[] =>
  Array.from(phone.page.querySelectorAll<HTMLElement>('[data-testid^="seat-"]'), (it) => it.dataset["testid"] ?? "");
const people = (n: number): Partial<LobbyView> => ({ players: lobby().players.slice(0, n) });
const sent = (): Record<string, unknown> => phone.sent[phone.sent.length - 1]?.fields ?? {};

describe("seats", () => {
  it.each([
    ["classic", PRESETS.classic],
    ["coop", PRESETS.two_of_us],
    ["duet", PRESETS.duet],
  ] as const)("are those of the mode: %s", (mode, settings) => {
    phone.inside("p1", inLobby(playing(settings)));
    expect(seats()).toEqual([...SEATS_OF[mode], "spectator"].map((seat) => `seat-${seat}`));
  });

  it("of a game that is on stay, whatever comes next", () => {
    phone.inside("p1", { ...publicView(), lobby: lobby(playing(PRESETS.duet)) });
    phone.tap("players-open");
    expect(phone.find("seat-red_spymaster")).not.toBeNull();
    expect(phone.find("seat-side_a")).toBeNull();
    expect(phone.find("strays")).toBeNull();
  });

  it("that the game does not have are left: everybody is asked to choose anew", () => {
    phone.inside("p1", inLobby(playing(PRESETS.duet)));
    expect(phone.text("strays")).toContain("“Red spymaster” is no seat in the chosen game.");
    expect(phone.text("strays")).toContain("Still to choose a seat: Ben, Cid, Dee.");
    phone.tap("seat-side_a");
    expect(phone.sent[0]).toMatchObject({ name: "take_seat", fields: { seat: "side_a" } });
  });

  it("that are in the game, and looking on, ask nobody", () => {
    const players = lobby().players.map((it) => ({ ...it, seat: it.id === "p1" ? "red_spymaster" : "spectator" }) as const);
    phone.inside("p1", inLobby({ players, ...playing(PRESETS.two_of_us) }));
    expect(phone.find("strays")).toBeNull();
  });
});

describe("the lobby says who should sit where", () => {
  it.each([
    [1, PRESETS.classic, "You are alone so far"],
    [2, PRESETS.classic, "one keeps the key for both teams"],
    [3, PRESETS.classic, "two spymasters, and one who guesses for both teams"],
    [4, PRESETS.classic, "4 people are here"],
    [2, PRESETS.two_of_us, "one spymaster gives the clues"],
    [2, PRESETS.duet, "One of you on each side"],
    [3, PRESETS.duet, "There are more of you"],
  ])("%i people", (n, settings, text) => {
    phone.inside("p1", inLobby({ ...people(n), ...playing(settings) }));
    expect(phone.text("guide")).toContain(text);
  });

  it("and what is missing, in the words of the mode", () => {
    phone.inside("p1", inLobby({ no_deal: "room/no_spymaster", ...playing(PRESETS.two_of_us) }));
    expect(phone.page.textContent).toContain("Somebody has to give the clues.");
    phone.show(inLobby({ no_deal: "room/no_side", ...playing(PRESETS.duet) }));
    expect(phone.page.textContent).toContain("A duet needs somebody on each side.");
    phone.show(inLobby({ no_deal: "room/no_spymaster" }));
    expect(phone.page.textContent).toContain("two spymasters, or one key for both");
  });

  it("names what is played, and what it is drawn from", () => {
    phone.inside("p3", inLobby({ decks: ["en", "hi", "photos"], ...playing(PRESETS.classic) }));
    expect(phone.text("rules-open")).toContain("Classic");
    expect(phone.text("rules-open")).toContain("English + हिन्दी");
    phone.show(inLobby({ decks: ["en", "photos"], ...playing(PRESETS.pictures) }));
    expect(phone.text("rules-open")).toContain("Own photos");
  });
});

describe("decks", () => {
  it("suit the board, and stay chosen for the other one", () => {
    expect(decksOf("words", { house: false })).not.toContain("house");
    expect(decksOf("pictures", { house: true })).toEqual(["scenes", "photos"]);
    expect(decksFor("words", ["photos", "hr"])).toEqual(["hr"]);
    expect(decksFor("pictures", ["hr"])).toEqual(["scenes"]);
    expect(withDecks("pictures", ["hr", "scenes"], ["photos"])).toEqual(["hr", "photos"]);
  });

  it("of pictures are scenes and own photos; one stays", () => {
    phone.inside("p1", inLobby({ decks: ["en"], ...playing(PRESETS.pictures) }));
    phone.tap("rules-open");
    expect(phone.find("deck-en")).toBeNull();
    phone.tap("deck-scenes");
    expect(phone.sent).toHaveLength(0);
    phone.tap("deck-photos");
    expect(sent()["decks"]).toEqual(["en", "scenes", "photos"]);
  });

  it("that are too small are told in words", async () => {
    phone.inside("p1", inLobby(playing(PRESETS.pictures)));
    phone.tap("deal");
    await phone.refuse("room/too_few_codenames");
    expect(phone.text("refusal")).toContain("start the server with --photos FOLDER");
    phone.show(inLobby());
    expect(phone.text("refusal")).toContain("too few words");
  });

  it("are Hindi ones with the Hindi house rules, where that is wanted", () => {
    phone.inside("p1", inLobby({ decks: ["en", "photos"] }));
    phone.tap("rules-open");
    phone.tap("preset-hindi_house_rules");
    expect(sent()).toMatchObject({ decks: ["en", "photos"], language: "en" });
    phone.tap("in-hindi");
    expect(sent()).toMatchObject({ decks: ["photos", "hi"], language: "hi", settings: PRESETS.hindi_house_rules });
    expect(phone.find("in-hindi")).toBeNull();
  });
});

const ALL: Evening = {
  games: [
    { mode: "classic", board: "words", winner: "blue", ending: "assassin", score: null, keys: { red_spymaster: "p1", blue_spymaster: "p9" } },
    { mode: "classic", board: "pictures", winner: null, ending: "abandoned", score: null, keys: {} },
    { mode: "coop", board: "words", winner: "red", ending: "all_agents", score: 1, keys: { red_spymaster: "p2" } },
    { mode: "coop", board: "words", winner: "blue", ending: "all_agents", score: null, keys: {} },
    { mode: "duet", board: "words", winner: "green", ending: "all_agents", score: null, keys: {} },
    { mode: "duet", board: "words", winner: null, ending: "sudden_death", score: null, keys: {} },
  ],
  wins: { red: 0, blue: 1, green: 0 },
  together: { won: 2, lost: 2 },
  times_at_key: { p1: 1, p2: 1, p9: 1 },
  next_keys: { red_spymaster: "p3", blue_spymaster: "p4" },
} as Evening;

function ended(changed: Partial<LobbyView> = {}): View {
  const over = game({ phase: "debriefed", result: { winner: "red", ending: "all_agents", score: null }, may: {} });
  return { ...publicView(), game: over, lobby: lobby({ no_deal: null, evening: ALL, ...changed }) } as View;
}

describe("after a game", () => {
  it("comes the same again, or swapped: then with those at the key", () => {
    phone.inside("p1", ended());
    expect(phone.text("proposed")).toBe("After the swap: Red spymaster: Cid, Blue spymaster: Dee");
    phone.tap("swap");
    expect(phone.sent[0]).toMatchObject({ name: "deal", fields: { swap_spymasters: true } });
  });

  it("nobody is asked to swap where that would change nothing", () => {
    const next_keys = { red_spymaster: "p1", blue_spymaster: "p2" };
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
    phone.show(ended({ no_deal: "room/no_side", ...playing(PRESETS.duet) }));
    expect(phone.text("next-is")).toBe("Next: Duet");
    expect(phone.find("seat-side_a")).not.toBeNull();
    expect(phone.isHeld("deal")).toBe(true);
    phone.show(ended(playing(PRESETS.duet)));
    phone.tap("deal");
    expect(phone.sent[phone.sent.length - 1]).toMatchObject({ name: "deal", fields: { swap_spymasters: false } });
    phone.show({ ...publicView(), lobby: lobby() });
    expect(phone.page.querySelector('[role="dialog"]')).toBeNull();
  });

  it("who is not the host reads what comes, and sits down", () => {
    phone.inside("p3", ended(playing(PRESETS.duet)));
    phone.tap("next-open");
    expect(phone.find("preset-duet")).toBeNull();
    expect(phone.text("rules-read")).toContain("Duet");
    expect(phone.find("seat-side_b")).not.toBeNull();
    expect(phone.find("deal")).toBeNull();
  });
});

describe("the evening", () => {
  it("is told game by game, with the running score", () => {
    phone.inside("p3", ended());
    expect(phone.text("evening-score")).toContain("Together: 2 won, 2 lost");
    const lines = Array.from(phone.page.querySelectorAll(".evening-games li"), (it) => it.textContent);
    expect(lines).toEqual([
      "Classic: Blue wins Key: Ana",
      "Classic, Pictures: given up",
      "Co-op: won with 1 point Key: Ben",
      "Co-op: lost",
      "Duet: won",
      "Duet: lost",
    ]);
    expect(phone.text("evening-keys")).toContain("Ana 1×Ben 1×Cid 0×Dee 0×");
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
