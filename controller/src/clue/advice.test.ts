/** The referee's advice while a clue is typed, and the silent word with the rival. */
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PRESETS } from "../../../common/wire";
import type { Actor, Finding, GameView, Happening, KeyView, QuestionView, View } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { keyView } from "../../testing/views";
import { PAUSE } from "./advice";

const FORM: Finding = { verdict: "illegal", reason: "form", position: 3 };
const NUMBER: Finding = { verdict: "questioned", reason: "number", position: null };
const GIVES: GameView["may"] = { give_clue: ["red_spymaster"], ask_rival: ["red_spymaster"] };

let phone: Bench;

beforeEach(() => {
  vi.useFakeTimers();
  phone = new Bench();
});

afterEach(() => {
  phone.close();
  vi.useRealTimers();
});

const thinking = (changed: Partial<GameView> = {}): KeyView => keyView({ phase: "clue", may: GIVES, ...changed });
const strict = { ...PRESETS.classic, referee: "strict" as const };

function question(changed: Partial<QuestionView> = {}): QuestionView {
  const may: Record<string, readonly Actor[]> = {
    take_back_clue: ["red_spymaster"],
    allow_clue: ["blue_spymaster"],
    reject_clue: ["blue_spymaster"],
  };
  const clue = { word: "words", number: 2 };
  return { id: 7, clue, giver: "p1", findings: [FORM], rejected: false, corrects: false, may, ...changed };
}

async function judged(word: string, findings: readonly Finding[]): Promise<void> {
  phone.type("clue-word", word);
  void act(() => void vi.advanceTimersByTime(PAUSE));
  await phone.answer({ ok: true, findings });
}

describe("while typing", () => {
  beforeEach(() => phone.inside("p1", thinking()));

  it("the referee is asked once the thumb rests", () => {
    for (const word of ["w", "wo", "wor"]) {
      phone.type("clue-word", word);
      void act(() => void vi.advanceTimersByTime(PAUSE - 1));
    }
    expect(phone.asked).toEqual([]);
    void act(() => void vi.advanceTimersByTime(1));
    expect(phone.asked).toMatchObject([{ name: "judge_clue", fields: { word: "wor", number: 2 } }]);
  });

  it("an illegal clue cannot be given, and says why with the codename", async () => {
    await judged("words", [FORM]);
    expect(phone.text("findings")).toBe("Not allowed: “words” is a form of WORD3.");
    expect(phone.isHeld("clue-give")).toBe(true);
    expect(phone.text("clue-ask")).toBe("Ask Ben");
    phone.tap("clue-ask");
    expect(phone.sent).toMatchObject([{ name: "ask_rival", fields: { word: "words", number: 2, step: 5 } }]);
  });

  it("a doubtful one can be given anyway", async () => {
    await judged("citrus", [NUMBER]);
    expect(phone.text("findings")).toContain("Doubtful: 2 is more than the team still has to find.");
    expect(phone.text("clue-give")).toBe("Give it anyway");
    phone.tap("clue-give");
    expect(phone.sent[0]?.fields).toMatchObject({ word: "citrus", anyway: true });
  });

  it("a clue that is refused before its advice comes says why, and can be given anyway", async () => {
    phone.type("clue-word", "citrus");
    phone.tap("clue-give");
    expect(phone.sent[0]?.fields).not.toHaveProperty("anyway");
    await phone.refuse("game/clue_questioned", [NUMBER]);
    expect(phone.text("findings")).toContain("Doubtful: 2 is more than the team still has to find.");
    phone.tap("clue-give");
    expect(phone.sent[1]?.fields).toMatchObject({ word: "citrus", anyway: true });
  });

  it("so does a number alone, about which nobody asks beforehand", async () => {
    const clues = "spoken" as const;
    phone.show(thinking({ settings: { ...PRESETS.classic, clues } }));
    phone.tap("clue-give");
    await phone.refuse("game/clue_questioned", [NUMBER]);
    expect(phone.text("clue-give")).toBe("Give it anyway");
    phone.tap("clue-give");
    expect(phone.sent[1]?.fields).toMatchObject({ word: null, anyway: true });
  });

  it("where nobody can be asked, all who agree overrule the referee", async () => {
    const alone = thinking();
    const players = alone.lobby.players.filter(({ seat }) => seat !== "blue_spymaster");
    phone.show({ ...alone, lobby: { ...alone.lobby, players } } as View);
    await judged("words", [FORM]);
    expect(phone.text("clue-give")).toBe("We all agree");
    phone.tap("clue-give");
    expect(phone.sent[0]?.fields).toMatchObject({ word: "words", agreed: true });
  });

  it("one that is fine is given; the rival can still be asked", async () => {
    await judged("tree", []);
    expect(phone.find("findings")).toBeNull();
    expect(phone.text("clue-ask")).toBe("Not sure? Ask Ben quietly");
    phone.tap("clue-give");
    expect(phone.sent[0]?.fields).not.toHaveProperty("anyway");
  });

  it("the latest answer wins, whichever comes last", async () => {
    phone.type("clue-word", "words");
    void act(() => void vi.advanceTimersByTime(PAUSE));
    phone.type("clue-word", "tree");
    void act(() => void vi.advanceTimersByTime(PAUSE));
    await phone.answer({ ok: true, findings: [] }, 1);
    await phone.answer({ ok: true, findings: [FORM] }, 0);
    expect(phone.find("findings")).toBeNull();
    expect(phone.isHeld("clue-give")).toBe(false);
  });

  it("a verdict on another word holds nothing back", async () => {
    await judged("words", [FORM]);
    phone.type("clue-word", "wordsmith");
    expect(phone.isHeld("clue-give")).toBe(false);
  });

  it("the clue is judged again when the board has moved", async () => {
    await judged("words", [FORM]);
    phone.show(thinking(), [], 6);
    expect(phone.isHeld("clue-give")).toBe(false);
    void act(() => void vi.advanceTimersByTime(PAUSE));
    expect(phone.asked).toHaveLength(2);
  });

  it("a refusal before any advice is told in words, and the findings follow", async () => {
    phone.type("clue-word", "words");
    phone.tap("clue-give");
    await phone.refuse("game/clue_illegal");
    expect(phone.text("refusal")).toContain("The referee doesn't allow this clue");
    void act(() => void vi.advanceTimersByTime(PAUSE));
    await phone.answer({ ok: true, findings: [FORM] });
    expect(phone.text("findings")).toContain("WORD3");
    phone.type("clue-word", "tree");
    expect(phone.find("refusal")).toBeNull();
  });

  it("without an answer nothing is advised", async () => {
    phone.type("clue-word", "words");
    void act(() => void vi.advanceTimersByTime(PAUSE));
    await phone.answer({ error: { code: "client/dropped", detail: "", problems: [], findings: [] } });
    expect(phone.find("findings")).toBeNull();
    expect(phone.isHeld("clue-give")).toBe(false);
  });
});

it("a correction is judged, too", async () => {
  phone.inside("p1", keyView({ may: { correct_clue: ["red_spymaster"] } }));
  phone.tap("correct-clue");
  await judged("words", [FORM]);
  expect(phone.isHeld("correct-give")).toBe(true);
});

it("a strict referee gives no advice, but a warning", () => {
  phone.inside("p1", thinking({ settings: strict, may: { give_clue: ["red_spymaster"] } }));
  phone.type("clue-word", "words");
  void act(() => void vi.advanceTimersByTime(PAUSE));
  expect(phone.asked).toEqual([]);
  expect(phone.page.textContent).toContain("there is a penalty");
  expect(phone.find("clue-ask")).toBeNull();
});

describe("an exchange while the rival is asked", () => {
  const exchanging = (): KeyView => ({
    ...keyView({ may: { give_clue: ["red_spymaster"], exchange_codename: ["red_spymaster", "blue_spymaster"] } }),
    question: question(),
  });
  const exchanged: Happening = { kind: "codename_exchanged", position: 3, former: "old", language: 0 };
  const notice = (): string => phone.page.querySelector(".notice")?.textContent ?? "";

  it("says to the asker that it withdraws the question, before and after", () => {
    phone.inside("p1", exchanging());
    phone.tap("exchange");
    expect(phone.find("exchange-withdraws")).toBeNull();
    phone.tap("card-3");
    expect(phone.text("exchange-withdraws")).toBe("This withdraws your question to Ben.");
    phone.show({ ...exchanging(), question: null }, [exchanged], 6);
    expect(notice()).toBe("old was exchanged for word3 · The question to the rival was withdrawn.");
  });

  it("says nothing of it where it is the rival's, or where there is no question", () => {
    phone.inside("p2", exchanging());
    phone.tap("exchange");
    phone.tap("card-3");
    expect(phone.find("exchange-withdraws")).toBeNull();
    phone.show(exchanging(), [exchanged], 6);
    expect(notice()).toBe("old was exchanged for word3");
  });
});

describe("the silent question", () => {
  it("waits on the giver's phone, and can be taken back", () => {
    phone.inside("p1", { ...thinking(), question: question() });
    expect(phone.text("asking")).toBe("Ben is checking words · 2. Nobody else knows.");
    expect(phone.find("clue-word")).toBeNull();
    phone.tap("take-back");
    expect(phone.sent[0]?.name).toBe("take_back_clue");
  });

  it("comes back when it is rejected, with the word to change", () => {
    phone.inside("p1", { ...thinking(), question: question({ rejected: true }) });
    expect(phone.text("rejected")).toContain("Ben says no to words · 2");
    expect((phone.find("clue-word") as HTMLInputElement).value).toBe("words");
    phone.type("clue-word", "tree");
    phone.show({ ...thinking(), question: question({ rejected: true }) });
    expect((phone.find("clue-word") as HTMLInputElement).value).toBe("tree");
  });

  it("shows the rival clue, number and findings, with yes and no, and neither sounds nor buzzes", () => {
    const vibrate = vi.fn();
    Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
    phone.inside("p2", { ...thinking(), question: question() });
    expect(phone.text("asked")).toContain("Ana asks");
    expect(phone.text("asked")).toContain("words · 2");
    expect(phone.text("asked")).toContain("“words” is a form of WORD3.");
    expect(phone.find("asked")?.closest("[role=status]")).not.toBeNull();
    phone.tap("allow-clue");
    phone.tap("reject-clue");
    expect(phone.sent).toMatchObject([
      { name: "allow_clue", fields: { question: 7 } },
      { name: "reject_clue", fields: { question: 7 } },
    ]);
    expect(vibrate).not.toHaveBeenCalled();
  });

  it("says nothing on other phones", () => {
    phone.inside("p3", thinking());
    expect(phone.find("asked")).toBeNull();
    expect(phone.find("asking")).toBeNull();
  });
});
