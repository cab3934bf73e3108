import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LobbyView, PlayerView, Seat, BotStyle } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { game, inLobby, lobby, publicView, turn } from "../../testing/views";

let phone: Bench;
beforeEach(() => void (phone = new Bench()));
afterEach(() => phone.close());

const ANA: PlayerView = { id: "p1", name: "Ana", seat: "spectator", online: true, counted: false, bot: null, stamp: "🦊" };
const BEN: PlayerView = { ...ANA, id: "p2", name: "Ben" };

function bot(id: string, seat: Seat, style: BotStyle = "bold"): PlayerView {
  return { ...ANA, id, name: `Bot ${id}`, seat, bot: style };
}

const alone = (changed: Partial<LobbyView> = {}, ...more: PlayerView[]): ReturnType<typeof inLobby> =>
  inLobby({ players: [ANA, ...more], no_deal: "room/no_spymaster", ...changed });

const sent = (): unknown[] => phone.sent.map(({ name, fields }) => ({ name, ...fields }));

describe("a host who is alone", () => {
  it("finds bots behind one button, and sits down and has them in all other seats by another", () => {
    phone.inside("p1", alone());
    expect(phone.find("fill-with-bots") ?? phone.find("add-bot-blue_spymaster") ?? phone.find("offer-alone")).toBeNull();
    phone.tap("bots-open");
    expect(phone.find("deal")).toBeNull();
    expect(phone.find("offer-alone")).not.toBeNull();
    phone.tap("fill-with-bots");
    expect(sent()).toEqual([
      { name: "take_seat", seat: "red_operative" },
      { name: "fill_with_bots", style: "normal" },
    ]);
  });

  it("keeps the seat that was taken, and says how bots play", () => {
    phone.inside("p1", alone({ players: [{ ...ANA, seat: "red_spymaster" }] }));
    phone.tap("bots-open");
    phone.tap("style-careful");
    phone.tap("fill-with-bots");
    expect(sent()).toEqual([{ name: "fill_with_bots", style: "careful" }]);
  });

  it("adds one to a free seat", () => {
    phone.inside("p1", alone());
    phone.tap("bots-open");
    phone.tap("add-bot-blue_spymaster");
    expect(sent()).toEqual([{ name: "add_bot", seat: "blue_spymaster", style: "normal" }]);
  });

  it("deals as soon as all sit", () => {
    const seats: Seat[] = ["red_spymaster", "blue_spymaster", "blue_operative"];
    const players = [{ ...ANA, seat: "red_operative" as const }, ...seats.map((seat, at) => bot(`p${at + 2}`, seat))];
    phone.inside("p1", inLobby({ players }));
    expect(phone.find("fill-with-bots")).toBeNull();
    expect(phone.isHeld("deal")).toBe(false);
    expect(phone.text("guide")).toBe("Everyone has a seat.");
  });

  it("reads what is missing for bots to think", () => {
    phone.inside("p1", alone({ bots: "missing" }));
    phone.tap("bots-open");
    expect(phone.isHeld("fill-with-bots")).toBe(true);
    expect(phone.text("bots-held")).toContain("pip install 'undercast[bots]'");
    expect(phone.find("add-bot-blue_spymaster")).toBeNull();
    expect(phone.find("offer-alone")).toBeNull();
  });
});

describe("in the seat of a bot", () => {
  const seated = [ANA, BEN, bot("p3", "red_operative"), bot("p4", "blue_spymaster")];

  it("anybody may sit down where no key is seen", () => {
    phone.inside("p2", inLobby({ players: seated }));
    phone.tap("seat-red_operative");
    expect(sent()).toEqual([{ name: "relieve_bot", player: "p3" }]);
  });

  it("at a key the host does, and others ask", () => {
    phone.inside("p2", inLobby({ players: seated }));
    phone.tap("seat-blue_spymaster");
    expect(sent()).toEqual([{ name: "ask_for_seat", seat: "blue_spymaster" }]);
  });

  it("at a key the host needs to ask nobody", () => {
    phone.inside("p1", inLobby({ players: seated }));
    phone.tap("seat-blue_spymaster");
    expect(sent()).toEqual([{ name: "relieve_bot", player: "p4" }]);
  });

  it("somebody sits down beside people who are there already", () => {
    phone.inside("p2", inLobby({ players: [{ ...ANA, seat: "red_operative" }, BEN, bot("p3", "red_operative")] }));
    phone.tap("seat-red_operative");
    expect(sent()).toEqual([{ name: "take_seat", seat: "red_operative" }]);
  });
});

it("everybody reads that a model is told of keys", () => {
  phone.inside("p2", inLobby({ players: [ANA, BEN], llm: "llama" }));
  expect(phone.text("bots-llm")).toContain("llama");
});

describe("while a bot thinks", () => {
  const players = [{ ...ANA, seat: "red_operative" as const }, bot("p2", "blue_spymaster")];
  const view = (thinking: readonly string[], changed = {}): ReturnType<typeof publicView> => ({
    ...publicView(),
    lobby: lobby({ players }),
    game: game({ thinking, phase: "clue", turns: [turn({ team: "blue" })], may: {}, ...changed }),
  });

  it("the title says who", () => {
    phone.inside("p1", view(["p2"]));
    expect(phone.text("turn")).toBe("Bot p2 is thinking…");
    phone.show(view([]));
    expect(phone.text("turn")).toBe("Blue is looking for a clue");
  });

  it("a phone that can go on itself says that instead", () => {
    phone.inside("p1", view(["p2"], { phase: "guess", may: { touch_card: ["red_operative"] } }));
    expect(phone.text("turn")).not.toContain("thinking");
  });

  it("and cannot any more, somebody has to take its part", () => {
    const may = { give_clue: ["blue_spymaster"] };
    phone.inside("p1", { ...view([], { may }), lobby: lobby({ players, bots: "failing" }) } as never);
    expect(phone.text("absent")).toContain("Bot p2");
  });
});

it("a bot is sent away from the list of people, by one tap", () => {
  phone.inside("p1", inLobby({ players: [ANA, bot("p2", "red_operative", "careful")] }));
  phone.tap("players-open");
  expect(phone.page.querySelector(".people-list")?.textContent).toContain("Careful");
  phone.tap("person-p2");
  expect(phone.find("hand-over-p2")).toBeNull();
  phone.tap("remove-p2");
  expect(sent()).toEqual([{ name: "remove", player: "p2" }]);
});
