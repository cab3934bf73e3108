/** The games of this house on the start page: one tap joins, and where that leads. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenGame } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { keepSeat } from "../memory";

let phone: Bench;

const ANAS: OpenGame = { room: "BKTM", host: "<b>Ana</b>", people: 4, mode: "duet", board: "words", playing: true };

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

describe("at the door of the house", () => {
  it("there is nothing to see where no game is on, or games are private", async () => {
    phone.open(null);
    await phone.fetched();
    expect(phone.find("house")).toBeNull();
    expect(phone.find("start-offline")).toBeNull();
  });

  it("a game stands with its host, its people and what is played; a name is but a text", async () => {
    phone.games = [ANAS];
    phone.open(null);
    await phone.fetched();
    expect(phone.text("house-BKTM")).toContain("<b>Ana</b>'s game");
    expect(phone.text("house-BKTM")).toContain("BKTM · 4 people · Duet · playing now");
  });

  it("nobody comes in without a name; with one, by one tap", async () => {
    phone.games = [ANAS];
    phone.open(null);
    await phone.fetched();
    phone.tap("house-BKTM");
    expect(phone.sent).toEqual([]);
    phone.type("start-name", " Eva ");
    phone.tap("house-BKTM");
    expect(phone.sent[0]).toMatchObject({ name: "join", fields: { room: "BKTM", name: "Eva" } });
  });

  it("who was there comes back to the seat, whatever the name", async () => {
    keepSeat("BKTM", "t".repeat(32));
    phone.games = [ANAS];
    phone.open(null);
    await phone.fetched();
    phone.tap("house-BKTM");
    expect(phone.sent[0]).toMatchObject({ name: "enter", fields: { room: "BKTM", token: "t".repeat(32) } });
  });

  it("says when the server does not answer", async () => {
    phone.games = null;
    phone.open(null);
    await phone.fetched();
    expect(phone.find("start-offline")).not.toBeNull();
  });
});
