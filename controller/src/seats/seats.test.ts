/** The seats that a mode has, and who has to choose anew. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS, SEATS } from "../../../common/wire";
import type { LobbyView } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { inLobby, lobby, publicView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const seats = (): string[] =>
  Array.from(phone.page.querySelectorAll<HTMLElement>('[data-testid^="seat-"]'), (it) => it.dataset["testid"] ?? "");

describe("seats", () => {
  it.each([
    ["classic", PRESETS.classic],
    ["coop", PRESETS.two_of_us],
    ["duet", PRESETS.duet],
  ] as const)("are those of the mode: %s", (mode, settings) => {
    phone.inside("p1", inLobby({ settings: settings }));
    expect(seats().sort()).toEqual(SEATS[mode].map((seat) => `seat-${seat}`).sort());
  });

  it("of a game that is on stay, whatever comes next", () => {
    phone.inside("p1", { ...publicView(), lobby: lobby({ settings: PRESETS.duet }) });
    phone.tap("players-open");
    expect(phone.find("seat-red_spymaster")).not.toBeNull();
    expect(phone.find("seat-side_a")).toBeNull();
    expect(phone.find("unseated")).toBeNull();
  });

  it("that the game does not have are left: everybody is asked to choose anew", () => {
    phone.inside("p1", inLobby({ settings: PRESETS.duet, unseated: ["p1", "p2", "p3", "p4"] }));
    expect(phone.text("unseated")).toContain("This game has no “Red spymaster” seat.");
    expect(phone.text("unseated").replace(/\s+/g, " ")).toContain("No seat yet: Ana, Ben, Cid, Dee");
    phone.tap("seat-side_a");
    expect(phone.sent[0]).toMatchObject({ name: "take_seat", fields: { seat: "side_a" } });
  });

  it("are not for who only wants to watch, and says so", () => {
    const players = lobby().players.map((it) => ({ ...it, seat: it.id === "p1" ? "spectator" : it.seat }) as const);
    phone.inside("p1", inLobby({ players, unseated: ["p1"] }));
    expect(phone.text("seat-spectator")).not.toContain("Ana");
    phone.tap("just-watch");
    expect(phone.sent[0]).toMatchObject({ name: "take_seat", fields: { seat: "spectator" } });
    phone.show(inLobby({ players }));
    expect(phone.text("seat-spectator")).toContain("Ana");
  });

  it("that are in the game, and looking on, ask nobody", () => {
    const players = lobby().players.map((it) => ({ ...it, seat: it.id === "p1" ? "red_spymaster" : "spectator" }) as const);
    phone.inside("p1", inLobby({ players, settings: PRESETS.two_of_us }));
    expect(phone.find("unseated")).toBeNull();
  });
});

describe("the seats that come first", () => {
  const first = (): string[] =>
    Array.from(phone.page.querySelectorAll<HTMLElement>(".seats .seat"))
      .filter((it) => it.closest("details") === null)
      .map((it) => it.dataset["testid"] ?? "");
  const nobody = { players: lobby().players.map((it) => ({ ...it, seat: "spectator" }) as const) };

  const four = ["seat-red_spymaster", "seat-red_operative", "seat-blue_spymaster", "seat-blue_operative"];

  it.each([0, 1, 2, 3, 4])("are those of the two teams: %i people", (n) => {
    phone.inside("p1", inLobby({ players: nobody.players.slice(0, n) }));
    expect(first()).toEqual(four);
  });

  it("and below them those of a game for fewer", () => {
    phone.inside("p1", inLobby({ ...nobody, suggested: { operative_for_both: 1 } }));
    expect(first()).toEqual([...four, "seat-operative_for_both"]);
  });

  it("and those in which somebody sits", () => {
    const players = lobby().players.map((it) => ({ ...it, seat: it.id === "p1" ? "key_holder" : it.seat }) as const);
    phone.inside("p1", inLobby({ players }));
    expect(first()).toEqual([...four, "seat-key_holder"]);
  });
});

describe("who comes late", () => {
  const late = (offered: LobbyView["offered"]): void => {
    const ana = { id: "p1", name: "Ana", seat: "spectator", online: true, counted: false, bot: null, stamp: "🦊" } as const;
    phone.inside("p1", { ...publicView(), lobby: lobby({ players: [ana], offered }) });
  };

  it("is offered the seat that the server names", () => {
    late({ p1: "side_b", p2: "red_operative" });
    expect(phone.text("late-seat")).toBe("Join side B");
    phone.tap("late-seat");
    expect(phone.sent[0]).toMatchObject({ name: "take_seat", fields: { seat: "side_b" } });
  });

  it("is told why there is none", () => {
    late({ p2: "red_operative" });
    expect(phone.text("late-knows")).toContain("You've seen this key");
  });
});
