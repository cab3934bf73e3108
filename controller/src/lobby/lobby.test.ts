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

describe("nobody is left out without a question", () => {
  const dee: Partial<LobbyView> = {
    players: lobby().players.map((it) => (it.id === "p4" ? ({ ...it, seat: "spectator" } as const) : it)),
    unseated: ["p4"],
  };
  const sent = (): unknown[] => phone.sent.map(({ name, fields }) => ({ name, ...fields }));

  it("the host has everybody seated by one tap, and deals then", () => {
    phone.inside("p1", inLobby(dee));
    phone.tap("deal");
    expect(phone.text("deal-question")).toContain("Seat everyone? One of you has no seat yet.");
    phone.tap("seat-all");
    expect(sent()).toEqual([{ name: "shuffle", only_unseated: true }]);
    expect(phone.find("deal-question")).toBeNull();
    phone.show(inLobby());
    phone.sent[0]?.answer({ ok: true });
  });

  it("or deals without them", () => {
    phone.inside("p1", inLobby(dee));
    phone.tap("deal");
    phone.tap("deal-anyway");
    expect(sent()).toEqual([{ name: "deal", swap_spymasters: false }]);
  });

  it("also where no game can be dealt before they sit", () => {
    phone.inside("p1", inLobby({ ...dee, no_deal: "room/no_spymaster" }));
    phone.tap("deal");
    expect(phone.find("deal-anyway")).toBeNull();
    phone.show(inLobby({ ...dee, no_deal: "room/too_few_codenames" }));
    expect(phone.isHeld("deal")).toBe(true);
    phone.show(inLobby({ no_deal: "room/no_spymaster" }));
    expect(phone.isHeld("deal")).toBe(true);
  });

  it("a spymaster who is no host cannot seat them, and is asked as well", () => {
    phone.inside("p2", inLobby(dee));
    phone.tap("deal");
    expect(phone.text("deal-question")).toContain("One of you has no seat yet.");
    expect(phone.find("seat-all")).toBeNull();
    phone.show(inLobby({ ...dee, no_deal: "room/no_spymaster" }));
    expect(phone.isHeld("deal")).toBe(true);
  });
});

describe("the lobby says who should sit where", () => {
  it.each([
    [1, PRESETS.classic, "Just you so far"],
    [2, PRESETS.classic, "there are games for two"],
    [3, PRESETS.classic, "there's a game for three"],
    [4, PRESETS.classic, "Everyone has a seat"],
    [2, PRESETS.two_of_us, "one spymaster gives the clues"],
    [2, PRESETS.duet, "One of you on each side"],
    [3, PRESETS.duet, "Split into two sides"],
  ])("%i people", (n, settings, text) => {
    phone.inside("p1", inLobby({ ...people(n), settings: settings }));
    expect(phone.text("guide")).toContain(text);
  });

  it("and who plays for both teams, though there are enough for two", () => {
    const seats = ["key_holder", "red_operative", "blue_operative", "blue_operative"] as const;
    const players = lobby().players.map((it, n) => ({ ...it, seat: seats[n] ?? "spectator" }) as const);
    phone.inside("p2", inLobby({ players }));
    expect(phone.text("guide")).toContain("Still playing for both: Ana.");
    phone.show(inLobby({ players: players.slice(0, 3), suggested: { operative_for_both: 1 } }));
    expect(phone.text("guide")).toContain("one who guesses for both teams");
  });

  it("with a seat for all who have none", () => {
    const lost = lobby().players.map((it) => ({ ...it, seat: "spectator" }) as const);
    phone.inside("p1", inLobby({ players: lost, unseated: lost.map(({ id }) => id) }));
    expect(phone.text("guide")).toContain("4 people are here");
  });

  it("and not that all is set while somebody has none", () => {
    const players = lobby().players.map((it) => (it.id === "p4" ? ({ ...it, seat: "spectator" } as const) : it));
    phone.inside("p3", inLobby({ players, unseated: ["p4"] }));
    expect(phone.text("lobby-wait")).toBe("Still choosing a seat: Dee.");
    expect(phone.text("guide")).not.toContain("Everyone has a seat");
    phone.show(inLobby({ players }));  // Dee watches
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

describe("a game for so few people is one tap away, and says what it changes", () => {
  const offered = (): string[] =>
    Array.from(phone.page.querySelectorAll<HTMLElement>('[data-testid^="offer-"]'), (it) => it.dataset["testid"] ?? "");

  it.each([
    [1, PRESETS.classic, ["offer-alone", "offer-alone_duet", "offer-two_against_two_bots"]],
    [2, PRESETS.classic, ["offer-two_of_us", "offer-duet", "offer-two_against_two_bots"]],
    [2, PRESETS.duet, ["offer-two_of_us", "offer-duet", "offer-two_against_two_bots", "offer-classic"]],
    [3, PRESETS.duet, ["offer-three_of_us", "offer-two_of_us", "offer-classic"]],
    [4, PRESETS.classic, []],
    [4, PRESETS.three_of_us, ["offer-classic"]],
    [4, PRESETS.duet, ["offer-classic"]],
  ])("for %i people", (n, settings, chips) => {
    phone.inside("p1", inLobby({ ...people(n), settings }));
    if (phone.find("bots-open") !== null) phone.tap("bots-open");
    expect(offered()).toEqual(chips);
  });

  it("for the host: the board stays what it was, and what is chosen is not sent again", () => {
    const settings = { ...PRESETS.two_of_us, board: "pictures" } as const;
    phone.inside("p1", inLobby({ ...people(2), settings }));
    phone.tap("offer-two_of_us");
    expect(phone.sent).toEqual([]);
    expect(phone.text("offer-duet")).toContain("two sides, a key each");
    phone.tap("offer-duet");
    expect(phone.sent[0]).toMatchObject({
      name: "change_settings",
      fields: { settings: { ...PRESETS.duet, board: "pictures" }, decks: ["en"], language: "en" },
    });
  });

  it("and says if house rules of one's own go", () => {
    const said = (): boolean => phone.page.querySelector(".offers")?.textContent.includes("replaces your house rules") === true;
    phone.inside("p1", inLobby({ ...people(2), settings: PRESETS.on_the_couch }));
    expect(said()).toBe(true);
    phone.show(inLobby({ ...people(2), settings: PRESETS.classic }));
    expect(said()).toBe(false);
  });

  it("for nobody else", () => {
    phone.inside("p2", inLobby(people(2)));
    expect(offered()).toEqual([]);
  });
});
