/** The seats that a mode has, and who has to choose anew. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS, SEATS } from "../../../common/wire";
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
    expect(phone.find("strays")).toBeNull();
  });

  it("that the game does not have are left: everybody is asked to choose anew", () => {
    phone.inside("p1", inLobby({ settings: PRESETS.duet }));
    expect(phone.text("strays")).toContain("There is no “Red spymaster” seat in this game.");
    expect(phone.text("strays")).toContain("Still choosing a seat: Ben, Cid, Dee.");
    phone.tap("seat-side_a");
    expect(phone.sent[0]).toMatchObject({ name: "take_seat", fields: { seat: "side_a" } });
  });

  it("that are in the game, and looking on, ask nobody", () => {
    const players = lobby().players.map((it) => ({ ...it, seat: it.id === "p1" ? "red_spymaster" : "spectator" }) as const);
    phone.inside("p1", inLobby({ players, settings: PRESETS.two_of_us }));
    expect(phone.find("strays")).toBeNull();
  });
});
