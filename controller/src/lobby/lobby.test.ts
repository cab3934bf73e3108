/** The lobby in words: who should sit where, what is missing, what is played. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS } from "../../../common/wire";
import type { LobbyView } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { inLobby, lobby } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const people = (n: number): Partial<LobbyView> => ({ players: lobby().players.slice(0, n) });

describe("seats are shuffled", () => {
  it("by the host, in one tap", () => {
    phone.inside("p1", inLobby(people(4)));
    phone.tap("shuffle");
    expect(phone.sent[0]).toMatchObject({ name: "shuffle" });
  });

  it("by nobody else, and not for somebody alone", () => {
    phone.inside("p2", inLobby(people(4)));
    expect(phone.find("shuffle")).toBeNull();
    phone.inside("p1", inLobby(people(1)));
    expect(phone.find("shuffle")).toBeNull();
  });
});

describe("the lobby says who should sit where", () => {
  it.each([
    [1, PRESETS.classic, "Just you so far"],
    [2, PRESETS.classic, "one holds the key for both teams"],
    [3, PRESETS.classic, "two spymasters, and one who guesses for both teams"],
    [4, PRESETS.classic, "Everyone has a seat"],
    [2, PRESETS.two_of_us, "one spymaster gives the clues"],
    [2, PRESETS.duet, "One of you on each side"],
    [3, PRESETS.duet, "Split into two sides"],
  ])("%i people", (n, settings, text) => {
    phone.inside("p1", inLobby({ ...people(n), settings: settings }));
    expect(phone.text("guide")).toContain(text);
  });

  it("with a seat for all who have none", () => {
    const lost = lobby().players.map((it) => ({ ...it, seat: "spectator" }) as const);
    phone.inside("p1", inLobby({ players: lost }));
    expect(phone.text("guide")).toContain("4 people are here");
  });

  it("and not that all is set while somebody has none", () => {
    const players = lobby().players.map((it) => (it.id === "p4" ? ({ ...it, seat: "spectator" } as const) : it));
    phone.inside("p3", inLobby({ players }));
    expect(phone.text("lobby-wait")).toBe("Still choosing a seat: Dee.");
    phone.show(inLobby());
    expect(phone.text("lobby-wait")).toContain("All set");
  });

  it("and what is missing, in the words of the mode", () => {
    phone.inside("p1", inLobby({ no_deal: "room/no_spymaster", settings: PRESETS.two_of_us }));
    expect(phone.page.textContent).toContain("Someone has to give the clues.");
    phone.show(inLobby({ no_deal: "room/no_side", settings: PRESETS.duet }));
    expect(phone.page.textContent).toContain("A duet needs someone on each side.");
    phone.show(inLobby({ no_deal: "room/no_spymaster" }));
    expect(phone.page.textContent).toContain("two spymasters, or one key holder for both");
  });

  it("names what is played, and what it is drawn from", () => {
    phone.inside("p3", inLobby({ decks: ["en", "hi", "photos"], settings: PRESETS.classic }));
    expect(phone.text("rules-open")).toContain("Classic");
    expect(phone.text("rules-open")).toContain("English + हिन्दी");
    phone.show(inLobby({ decks: ["en", "photos"], settings: PRESETS.pictures }));
    expect(phone.text("rules-open")).toContain("Own photos");
  });
});

describe("what is made for so few people is one tap away", () => {
  const offered = (): string[] =>
    Array.from(phone.page.querySelectorAll<HTMLElement>('[data-testid^="offer-"]'), (it) => it.dataset["testid"] ?? "");

  it.each([
    [1, PRESETS.classic, ["offer-alone", "offer-alone_duet", "offer-two_against_two_bots"]],
    [2, PRESETS.classic, ["offer-two_of_us", "offer-duet", "offer-two_against_two_bots", "offer-classic"]],
    [3, PRESETS.duet, ["offer-three_of_us", "offer-two_of_us", "offer-classic"]],
    [4, PRESETS.classic, []],
    [4, PRESETS.duet, ["offer-classic"]],
  ])("for %i people", (n, settings, chips) => {
    phone.inside("p1", inLobby({ ...people(n), settings }));
    expect(offered()).toEqual(chips);
  });

  it("for the host: the board stays what it was, and what is chosen is not sent again", () => {
    phone.inside("p1", inLobby({ ...people(2), settings: PRESETS.pictures }));
    phone.tap("offer-classic");
    expect(phone.sent).toEqual([]);
    phone.tap("offer-duet");
    expect(phone.sent[0]).toMatchObject({
      name: "change_settings",
      fields: { settings: { ...PRESETS.duet, board: "pictures" }, decks: ["en"], language: "en" },
    });
  });

  it("for nobody else", () => {
    phone.inside("p2", inLobby(people(2)));
    expect(offered()).toEqual([]);
  });
});
