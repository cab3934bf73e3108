/** A room whose log could not be read to its end: the host goes on, everybody else waits for that. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Evening, LobbyView, View } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { inLobby, keyView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const EVENING: Evening = {
  games: [{ mode: "classic", board: "words", winner: "blue", ending: "assassin", score: null, keys: {} }],
  wins: { red: 0, blue: 1, green: 0 },
  together: { won: 0, lost: 0 },
  times_at_key: {},
  next_keys: {},
};

const lost = (changed: Partial<LobbyView> = {}): View =>
  inLobby({ games: 2, lost: { game: 2 }, evening: EVENING, ...changed });

describe("a room that cannot be read to its end", () => {
  it("tells the host what is lost and what is not, and goes on with one tap", () => {
    phone.inside("p1", lost());
    expect(phone.text("lost")).toContain("Game 2 couldn't be read after the restart");
    expect(phone.text("lost")).toContain("a newer version or a repaired file");
    expect(phone.text("evening-games")).toBe("1 game");
    phone.tap("go-on");
    expect(phone.sent).toMatchObject([{ name: "go_on", fields: {} }]);
    phone.show(inLobby());
    expect(phone.find("lost")).toBeNull();
    expect(phone.isHeld("deal")).toBe(false);
  });

  it("says so when the host's tap came to nothing", async () => {
    phone.inside("p1", lost());
    phone.tap("go-on");
    await phone.refuse("server/not_saved");
    expect(phone.text("refusal")).toContain("couldn't save that");
    expect(phone.isHeld("go-on")).toBe(false);
  });

  it("tells everybody else for whom they wait", () => {
    phone.inside("p3", lost());
    expect(phone.text("lost")).toContain("Waiting for Ana, the host");
    expect(phone.find("go-on")).toBeNull();
  });

  it("has other words where no game was on", () => {
    phone.inside("p1", lost({ lost: { game: null } }));
    expect(phone.text("lost")).toContain("The latest moves couldn't be read");
  });

  it.each(["p1", "p3"])("offers nothing else that would be refused to %s", (you) => {
    phone.inside(you, lost());
    const buttons = Array.from(phone.page.querySelectorAll("button"), (it) => it.getAttribute("data-testid"));
    expect(buttons).toEqual(you === "p1" ? ["go-on", "howto-open"] : ["howto-open"]);
    expect(phone.page.textContent).toContain("Dee Blue operative");
  });

  it("closes a sheet in which nothing can be done any more, but for the rule book", () => {
    phone.inside("p1", inLobby());
    phone.tap("rules-open");
    phone.show(lost());
    expect(phone.page.querySelector('[role="dialog"]')).toBeNull();
    phone.tap("howto-open");
    phone.show(lost({ players: [] }));
    expect(phone.page.querySelector('[role="dialog"]')).not.toBeNull();
  });

  it("has the last word about a tap that waited through the restart", async () => {
    phone.inside("p1", keyView());
    phone.tap("pause");
    phone.show(lost());
    await phone.refuse("room/unreadable");
    expect(phone.find("refusal")).toBeNull();
  });
});
