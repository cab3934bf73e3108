import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameView } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { game, KEY, keyView, lobby, turn } from "../../testing/views";

let phone: Bench;
beforeEach(() => void (phone = new Bench()));
afterEach(() => phone.close());

const GIVES: Partial<GameView> = {
  phase: "clue",
  turns: [turn()],
  guesses_left: null,
  may: { give_clue: ["red_spymaster"], note_cards: ["red_spymaster"], ask_rival: ["red_spymaster"] },
};

function giving(changed: Partial<GameView> = {}, shown = true): void {
  phone.inside("p1", keyView({ ...GIVES, ...changed }));
  if (shown) phone.tap("key-show");
}

const sent = (): unknown[] => phone.sent.map(({ name, fields }) => ({ name, ...fields }));
const isMeant = (position: number): boolean => phone.find(`card-${position}`)?.classList.contains("card-meant") === true;

describe("which cards a clue means", () => {
  it("is noted with the clue, the likeliest first; the number is proposed", () => {
    giving();
    for (const position of [4, 0, 7]) phone.tap(`card-${position}`);
    expect(isMeant(4)).toBe(true);
    expect(phone.find("card-4")?.getAttribute("aria-pressed")).toBe("true");
    phone.type("clue-word", "tree");
    phone.tap("clue-give");
    expect(sent()).toMatchObject([
      { name: "note_cards", step: 5, cards: [4, 0, 7] },
      { name: "give_clue", step: 5, word: "tree", number: 3 },
    ]);
  });

  it("goes before the question to the rival, and can be taken back after it", () => {
    giving();
    phone.tap("card-1");
    phone.type("clue-word", "tree");
    phone.tap("clue-ask");
    expect(sent()).toMatchObject([{ name: "note_cards", cards: [1] }, { name: "ask_rival" }]);
    phone.tap("card-1");
    phone.tap("clue-give");
    expect(sent().slice(2)).toMatchObject([{ name: "note_cards", cards: [] }, { name: "give_clue" }]);
  });

  it("need not be noted", () => {
    giving();
    phone.type("clue-word", "tree");
    phone.tap("clue-give");
    expect(sent()).toMatchObject([{ name: "give_clue", number: 2 }]);
  });

  it("leaves a number alone that a thumb has chosen", () => {
    giving();
    const number = phone.find("clue-number") as HTMLSelectElement;
    number.value = "4";
    number.dispatchEvent(new Event("change", { bubbles: true }));
    phone.tap("card-0");
    phone.type("clue-word", "tree");
    phone.tap("clue-give");
    expect(sent()[1]).toMatchObject({ number: 4 });
  });

  it("is about own hidden cards, on an open key, before touching", () => {
    giving({ revealed: KEY.map((identity, at) => (at === 2 ? identity : null)) });
    for (const position of [2, 9, 17, 24]) phone.tap(`card-${position}`);
    expect([2, 9, 17, 24].some(isMeant)).toBe(false);
    phone.tap("card-3");
    phone.tap("key-cover");
    expect(isMeant(3)).toBe(false);
    phone.tap("card-5");
    phone.tap("key-show");
    expect([isMeant(3), isMeant(5)]).toEqual([true, false]);
  });

  it("is not confused with a guess where cards can be touched already", () => {
    giving({ may: { ...GIVES.may, touch_card: ["red_spymaster"] } });
    phone.tap("card-0");
    expect([isMeant(0), phone.find("confirm-touch") === null]).toEqual([false, false]);
  });

  it("is told with the key", () => {
    const turns = [
      turn({
        clue: { word: "tree", number: 2 },
        giver: "p1",
        touches: [{ position: 0, identity: "red", by: "p3", undone: false }],
      }),
    ];
    const ended = game({ phase: "debriefed", turns, result: { winner: "red", ending: "all_agents", score: null } });
    const notes = [
      { turn: 0, by: "p1", cards: [0, 4] },
      { turn: 0, by: "p3", cards: [9, 0, 1, 2, 3, 4] },
    ];
    phone.inside("p1", { kind: "debrief", lobby: lobby(), game: ended, marks: [], key: KEY, key_b: null, notes });
    expect(phone.text("meant-then")).toBe("Meant: word0 ✓ (found), word4");
    expect(phone.text("ranked")).toContain("Cid thought of: word9, word0, word1, word2, word3");
  });
});

describe("the coach", () => {
  const coached = { ...GIVES, settings: { ...game().settings, coach: true } };

  /** The coach's page has been fetched and asks: which of the questions that is. */
  async function isAsked(wanted: string): Promise<number> {
    const which = (): number => phone.asked.findIndex(({ name }) => name === wanted);
    await vi.waitFor(() => expect(which()).toBeGreaterThanOrEqual(0));
    return which();
  }

  it("is there where the house rules have one, and the key lies open", () => {
    giving();
    expect(phone.find("ask-ideas")).toBeNull();
    phone.show(keyView(coached));
    expect(phone.find("ask-coach")).toBeNull(); // there is no word yet
    expect(phone.find("ask-ideas")).not.toBeNull();
    phone.tap("key-cover");
    expect(phone.find("ask-ideas")).toBeNull();
  });

  it("ranks the board for the word that is typed", async () => {
    giving(coached);
    phone.type("clue-word", " tree ");
    phone.tap("ask-coach");
    const question = await isAsked("ask_coach");
    expect(phone.asked[question]?.fields).toEqual({ word: "tree" });
    await phone.answer({ ok: true, ranking: [{ position: 24, share: 0.75 }, { position: 0, share: 0.25 }] }, question);
    expect(phone.text("coach-ranking")).toContain("word24");
    expect(phone.page.querySelector('[data-identity="assassin"] .coach-share')?.textContent).toBe("75%");
  });

  it("has ideas, of which one becomes the clue", async () => {
    giving(coached);
    phone.tap("ask-ideas");
    await isAsked("ask_ideas");
    await phone.answer({ ok: true, ideas: [{ word: "jungle", number: 3, cards: [1, 2, 3] }] });
    phone.tap("idea-jungle");
    expect((phone.find("clue-word") as HTMLInputElement).value).toBe("jungle");
    phone.tap("clue-give");
    expect(sent()).toMatchObject([{ name: "note_cards", cards: [1, 2, 3] }, { name: "give_clue", word: "jungle", number: 3 }]);
  });

  it("says when nothing comes, and is asked again", async () => {
    giving(coached);
    phone.tap("ask-ideas");
    await isAsked("ask_ideas");
    await phone.answer({ error: { code: "bot/no_thought", detail: "", problems: [], findings: [] } });
    expect(phone.text("coach-failed")).toContain("No answer in time");
  });

  it("is covered with the key", async () => {
    giving(coached);
    phone.tap("ask-ideas");
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
    await phone.fetched();
    expect(phone.page.querySelector('[role="dialog"]')).toBeNull();
  });
});
