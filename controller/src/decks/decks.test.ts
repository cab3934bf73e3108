/** The decks for a board, and how they are chosen. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRESETS } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { inLobby } from "../../testing/views";
import { decksFor, decksOf, withDecks } from "./decks";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const sent = (): Record<string, unknown> => phone.sent[phone.sent.length - 1]?.fields ?? {};

describe("decks", () => {
  it("suit the board, and stay chosen for the other one", () => {
    expect(decksOf("words", { ownWords: false })).not.toContain("house");
    expect(decksOf("pictures", { ownWords: true })).toEqual(["scenes", "photos"]);
    expect(decksFor("words", ["photos", "hr"])).toEqual(["hr"]);
    expect(decksFor("pictures", ["hr"])).toEqual(["scenes"]);
    expect(withDecks("pictures", ["hr", "scenes"], ["photos"])).toEqual(["hr", "photos"]);
  });

  it("of pictures are scenes and own photos; one stays", () => {
    phone.inside("p1", inLobby({ decks: ["en"], settings: PRESETS.pictures }));
    phone.tap("rules-open");
    expect(phone.find("deck-en")).toBeNull();
    phone.tap("deck-scenes");
    expect(phone.sent).toHaveLength(0);
    phone.tap("deck-photos");
    expect(sent()["decks"]).toEqual(["en", "scenes", "photos"]);
  });

  it("that are too small are told in words", async () => {
    phone.inside("p1", inLobby({ settings: PRESETS.pictures }));
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
