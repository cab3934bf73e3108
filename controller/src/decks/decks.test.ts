/** The decks for a board, and how they are chosen. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_PASTED, PRESETS } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { DECKS, NO_PACK, inLobby } from "../../testing/views";
import { decksFor, decksOf, withDecks } from "./decks";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const sent = (): Record<string, unknown> => phone.sent[phone.sent.length - 1]?.fields ?? {};

describe("decks", () => {
  it("suit the board, and stay chosen for the other one", () => {
    const has = { offered: DECKS, ownWords: 0, chosen: [], language: "en" };
    expect(decksOf("words", has)).toEqual(["bs", "en", "fr", "hi"]);
    expect(decksOf("words", { ...has, ownWords: 30 })).toContain("house");
    expect(decksOf("pictures", { ...has, ownWords: 30 })).toEqual(["scenes", "photos"]);
    expect(decksFor("words", ["photos", "hr"])).toEqual(["hr"]);
    expect(decksFor("pictures", ["hr"])).toEqual(["scenes"]);
    expect(withDecks("pictures", ["hr", "scenes"], ["photos"])).toEqual(["hr", "photos"]);
  });

  it("are those that the server has, each by its language's own name or its tag", async () => {
    phone.decks = [...DECKS, { ...NO_PACK, id: "qaa", board: "words", language: "qaa", codenames: 400 }];
    phone.open(null);
    await phone.fetched();
    const shown = Array.from(phone.page.querySelectorAll(".choice-decks label"), (it) => it.textContent);
    expect(shown).toEqual(["Bosanski", "English", "Français", "हिन्दी", "qaa"]);
  });

  it("has packs in the page's language, and in that of a chosen deck", async () => {
    const packs = (["en", "fr", "hi"] as const).map((language) => ({
      id: `${language}-food`, board: "words" as const, language, codenames: 200, name: "Food", difficulty: "easy" as const,
    }));
    phone.decks = [...DECKS, ...packs];
    phone.inside("p1", inLobby({ decks: ["fr", "en-food"] }));
    await phone.fetched();
    expect(phone.find("rules-open")?.textContent).toContain("Food");
    phone.tap("rules-open");
    await phone.fetched();
    expect(phone.find("deck-en-food")?.closest("label")?.textContent).toBe("Foodeasy");
    expect(phone.find("deck-fr-food")).not.toBeNull();
    expect(phone.find("deck-hi-food")).toBeNull();
  });

  it("that are gone are shown as long as they are chosen", async () => {
    phone.inside("p1", inLobby({ decks: ["en", "xx"] }));
    phone.tap("rules-open");
    await phone.fetched();
    expect(phone.find("deck-xx")).not.toBeNull();
    phone.tap("deck-xx");
    expect(sent()["decks"]).toEqual(["en"]);
  });

  it("of own photos are offered where there are some; else it is said how they come", async () => {
    phone.decks = DECKS.filter(({ id }) => id !== "photos");
    phone.inside("p1", inLobby({ settings: PRESETS.pictures }));
    phone.tap("rules-open");
    await phone.fetched();
    expect(phone.find("deck-photos")).toBeNull();
    expect(phone.page.textContent).toContain("To play with your own photos, whoever runs the server sets up a photo folder");
  });

  it("of pictures are scenes and own photos; one stays", async () => {
    phone.inside("p1", inLobby({ decks: ["en"], settings: PRESETS.pictures }));
    phone.tap("rules-open");
    await phone.fetched();
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
    expect(phone.text("refusal")).toContain("add photos to the folder");
    phone.show(inLobby());
    expect(phone.text("refusal")).toContain("aren't enough words");
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

describe("an own list", () => {
  it("that is longer than the server takes is not sent, in whatever script, and says why", async () => {
    phone.inside("p1", inLobby());
    phone.tap("rules-open");
    await phone.fetched();
    for (const text of ["क".repeat(27_499), "x".repeat(MAX_PASTED + 1)]) {
      phone.type("own-text", text);
      phone.tap("own-save");
      expect(phone.sent).toEqual([]);
      expect(phone.text("own-problems")).toContain("The text is too large");
    }
    phone.type("own-text", "x".repeat(MAX_PASTED));
    phone.tap("own-save");
    expect(phone.sent).toMatchObject([{ name: "paste_words" }]);
  });
});
