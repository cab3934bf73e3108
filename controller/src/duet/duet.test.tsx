/** A duet on one phone: the real components, with a view that a test makes. */
import { render } from "preact";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DebriefView, Duet, GameView, Identity, KeyView, LobbyView, Turn, TurnEnd } from "../../../common/wire";
import { game, inside, lobby, message, turn } from "../../testing/views";
import { english as words } from "../../testing/words";
import { GameScreen } from "../game/game";
import { LatestNotice } from "../notices/notices";
import { teamOf, isKeySeat } from "../seats/seat";
import { reduce } from "../state";
import type { State } from "../state";
import { UiContext } from "../ui";
import type { Ui } from "../ui";
import { guesses, ownLeft } from "./duet";
import { duetEnd } from "./ending";

const identities = (letters: string): Identity[] =>
  Array.from(letters).map((it) => (it === "g" ? "green" : it === "n" ? "bystander" : "assassin"));
const A = identities("gggggggggnnnnnannnnnnnaan");
const B = identities("gggnnnnnaggggggnnnnnnnana");
const clue = { word: "tree", number: 2 };

const PAIR: Partial<LobbyView> = {
  players: [
    { id: "p1", name: "Ana", seat: "side_a", online: true, counted: false, bot: null, stamp: "🦊" },
    { id: "p2", name: "Ben", seat: "side_b", online: true, counted: false, bot: null, stamp: "🦊" },
  ],
};

function dealt(changed: Partial<GameView> = {}, duet: Partial<Duet> = {}): GameView {
  return game({
    left: { red: 0, blue: 0, green: 15 },
    starting_team: "green",
    turns: [turn({ team: "green", side: "side_a", clue, giver: "p1" })],
    duet: { tokens: 9, bystanders: [], ...duet },
    may: { touch_card: ["side_b"], end_turn: ["side_b"] },
    ...changed,
  });
}

function seen(key: readonly Identity[], changed: Partial<GameView> = {}, duet: Partial<Duet> = {}): KeyView {
  return { kind: "key", lobby: lobby(PAIR), game: dealt(changed, duet), marks: [], key, question: null };
}

const ana = (changed: Partial<GameView> = {}, duet: Partial<Duet> = {}): State => inside("p1", seen(A, changed, duet));
const ben = (changed: Partial<GameView> = {}, duet: Partial<Duet> = {}): State => inside("p2", seen(B, changed, duet));
const withKey = (state: State): State => reduce(state, { type: "key", shown: true });
const ofGreen = (changed: Partial<Turn>): Turn => turn({ team: "green", ...changed });

let page: HTMLElement;

beforeEach(() => {
  page = document.createElement("div");
});
afterEach(() => render(null, page));

function show(state: State): void {
  const phone = { serverNow: () => 0, send: () => Promise.resolve(), play: () => Promise.resolve() };
  const ui = { state, words, phone, dispatch: () => undefined, speak: () => undefined, scenes: null } as unknown as Ui;
  render(
    <UiContext.Provider value={ui}>
      <GameScreen />
      <LatestNotice />
    </UiContext.Provider>,
    page,
  );
}

const all = (id: string): Element[] => Array.from(page.querySelectorAll(`[data-testid="${id}"]`));
const find = (id: string): Element | null => page.querySelector(`[data-testid="${id}"]`);
const text = (id: string): string | null => find(id)?.textContent ?? null;
const lines = (): (string | null)[] => all("duet-line").map((it) => it.textContent);

it("its sides hold keys, and are green", () => {
  expect([isKeySeat("side_a"), isKeySeat("side_b")]).toEqual([true, true]);
  expect([teamOf("side_a"), teamOf("side_b"), teamOf("spectator")]).toEqual(["green", "green", null]);
});

describe("over the board", () => {
  it("stands what is found and what is left", () => {
    show(ana({ left: { red: 0, blue: 0, green: 11 } }, { tokens: 7 }));
    expect(text("agents")).toContain("4 of 15 agents found");
    expect(text("tokens")).toContain("7 tokens left");
  });

  it.each([
    ["nobody has given a clue", { phase: "clue", turns: [ofGreen({})] }, "Who has the first clue?", "Who has the first clue?"],
    ["side A gives it", { phase: "clue", turns: [ofGreen({ side: "side_a" })] }, "Your clue!", "Ana is looking for a clue"],
    ["side B guesses", {}, "Ben is guessing", "You guess"],
    ["no token is left", { phase: "sudden_death", turns: [ofGreen({})] }, "Sudden death", "Sudden death"],
    ["it stands still", { paused: true }, "Paused", "Paused"],
  ] as const)("is told whose turn it is: %s", (_, changed, forAna, forBen) => {
    show(ana(changed as Partial<GameView>));
    expect(text("turn")).toBe(forAna);
    show(ben(changed as Partial<GameView>));
    expect(text("turn")).toBe(forBen);
  });
});

describe("the first clue", () => {
  it("may be given by both", () => {
    const first = { phase: "clue" as const, turns: [ofGreen({})], may: { give_clue: ["side_a", "side_b"] as const } };
    for (const state of [ana(first), ben(first)]) {
      show(state);
      expect(find("clue-word")).not.toBeNull();
      expect(lines()).toEqual(["Either side may start: if you have a clue, give it."]);
    }
  });
});

describe("several people on a side", () => {
  const FIVE: Partial<LobbyView> = {
    players: [
      ...(PAIR.players ?? []),
      { id: "p3", name: "Cem", seat: "side_b", online: true, counted: false, bot: null, stamp: "🦊" },
      { id: "p4", name: "Dora", seat: "side_a", online: true, counted: false, bot: null, stamp: "🦊" },
      { id: "p5", name: "Eva", seat: "side_b", online: true, counted: false, bot: null, stamp: "🦊" },
    ],
  };
  const cem = (changed: Partial<GameView> = {}, duet: Partial<Duet> = {}): State =>
    inside("p3", { ...seen(B, changed, duet), lobby: lobby(FIVE) });

  it("are told what to do as one alone is; the other side goes by its letter", () => {
    show(cem());
    expect(text("turn")).toBe("You guess");
    expect(lines()[0]).toBe("You're guessing for Side A's clue: tap the words.");
    show(cem({ phase: "clue", turns: [ofGreen({ side: "side_a" })], may: {} }));
    expect(text("turn")).toBe("Side A is looking for a clue");
    show(cem({}, { bystanders: [{ position: 4, side: "side_a" as const }] }));
    expect(text("card-4")).toContain("out for Side A: a known bystander");
  });

  it("lose by one mistake too many", () => {
    expect(duetEnd(words, { winner: null, ending: "mistakes", score: null }, true)).toEqual([
      "Mission failed",
      "That was one bystander too many.",
    ]);
  });
});

describe("guessing", () => {
  it("keeps the own key small for the guesser alone", () => {
    const [guesser, giver] = [withKey(ben()), withKey(ana())];
    expect([guesses(guesser), guesses(giver)]).toEqual([true, false]);
    show(guesser);
    expect(page.querySelectorAll(".card-hinted")).toHaveLength(25);
    expect(page.querySelectorAll(".card-keyed")).toHaveLength(0);
    expect(find("still-hidden")).toBeNull();
    expect(lines()[0]).toBe("You're guessing for Ana's clue: tap the words.");
    expect(lines()[1]).toContain("Your own key is small");
    show(giver);
    expect(page.querySelectorAll(".card-keyed")).toHaveLength(25);
    expect(find("still-hidden")).not.toBeNull();
    expect(lines()).toEqual(["Ben is guessing, and your key decides. You can't tap right now."]);
  });

  it("shows nothing of a covered key", () => {
    show(ben());
    expect(page.querySelectorAll("[data-identity]")).toHaveLength(0);
    expect(find("own-left")).toBeNull();
    expect(ownLeft(ben())).toBeNull();
  });

  it("counts the agents of the own key that are hidden", () => {
    const revealed = A.map((_, at): Identity | null => (at < 2 || at === 9 ? "green" : null));
    expect(ownLeft(withKey(ana({ revealed })))).toBe(7);
  });

  it("leaves a known bystander to the partner", () => {
    const known = { bystanders: [{ position: 3, side: "side_b" as const }, { position: 4, side: "side_a" as const }] };
    show(ben({}, known));
    expect(find("card-3")?.getAttribute("aria-disabled")).toBe("true");
    expect(text("card-3")).toContain("out for you: a known bystander");
    expect(find("card-4")?.getAttribute("aria-disabled")).toBe("false");
    expect(text("card-4")).toContain("out for Ana: a known bystander");
    expect(find("card-4")?.querySelector(".card-out")?.textContent).toBe("Ana");
  });

  it("says when a card is out for both, and no more once it is found", () => {
    const bystanders = (["side_b", "side_a"] as const).map((side) => ({ position: 3, side }));
    show(ben({}, { bystanders }));
    expect(find("card-3")?.getAttribute("data-out")).toBe("side_a side_b");
    expect(find("card-3")?.querySelector(".card-out")?.textContent).toBe("both");
    show(ben({ revealed: A.map((_, at) => (at === 3 ? "green" : null)) }, { bystanders }));
    expect(find("card-3")?.querySelector(".card-out")).toBeNull();
  });
});

describe("sudden death", () => {
  const sudden = {
    phase: "sudden_death" as const,
    turns: [ofGreen({})],
    may: { touch_card: ["side_a", "side_b"] as const },
  };

  it("lets both touch, and warns before the second tap", () => {
    for (const state of [ana(sudden, { tokens: 0 }), ben(sudden, { tokens: 0 })]) {
      show(state);
      expect(find("clue-word")).toBeNull();
      expect(lines()[0]).toContain("touch anything else and you lose");
      show(reduce(state, { type: "select", position: 5 }));
      expect(text("last-chance")).toBe("If this isn't an agent, you lose.");
    }
  });

  it("is the only time for that warning", () => {
    show(reduce(ben(), { type: "select", position: 5 }));
    expect(find("confirm-touch")).not.toBeNull();
    expect(find("last-chance")).toBeNull();
  });
});

describe("the end", () => {
  it.each([
    ["green", "all_agents", "Mission accomplished", "You found all 15 agents."],
    [null, "assassin", "Mission failed", "You woke the assassin."],
    [null, "sudden_death", "Mission failed", "Sudden death: that was no agent."],
    [null, "time", "Mission failed", "Sudden death: time ran out."],
  ] as const)("%s by %s", (winner, ending, headline, line) => {
    expect(duetEnd(words, { winner, ending, score: null }, true)).toEqual([headline, line]);
  });

  it("lays both keys open", () => {
    const result = { winner: null, ending: "sudden_death" as const, score: null };
    const found = dealt({
      phase: "debriefed",
      result,
      turns: [
        ofGreen({ side: "side_a", clue, giver: "p1", ended: "side_done" }),
        ofGreen({ touches: [{ position: 16, identity: "bystander", by: "p1", undone: false }], ended: "bystander" }),
      ],
    }, { tokens: 0 });
    const view: DebriefView = { kind: "debrief", lobby: lobby(PAIR), game: found, marks: [], notes: [], key: A, key_b: B };
    show(inside("p2", view));
    expect(find("card-8")?.getAttribute("data-identity")).toBe("green");
    expect(find("card-8")?.getAttribute("data-identity-b")).toBe("assassin");
    expect(text("card-8")).toContain("Ana's key: green agent, Ben's key: the assassin");
    expect(text("whose-keys")).toContain("Ana's on the left, Ben's on the right");
    expect(text("turns")).toContain("All agents on Ana's key are found");
    expect(text("turns")).toContain("Sudden death");
  });
});

describe("the history", () => {
  const told = (tokens: number, ...turns: Turn[]): string => {
    show(ana({ turns }, { tokens }));
    return text("turns") ?? "";
  };
  const late = ofGreen({ ended: "time" });

  it("tells of sudden death that time was up, and of a turn that there was no clue", () => {
    const result = { winner: null, ending: "time" as const, score: null };
    show(ana({ phase: "ended", result, turns: [late, late] }, { tokens: 0 }));
    expect(text("turns")).toContain("no clue in timeSudden deathTime is up");
    expect(told(8, late, ofGreen({}))).not.toContain("Sudden death");
  });

  it("does not call a first touch that was taken back sudden death", () => {
    const undone = { position: 0, identity: "green" as const, by: "p1", undone: true };
    expect(told(9, ofGreen({ touches: [undone] }))).not.toContain("Sudden death");
  });
});

describe("a notice", () => {
  const ended = (why: TurnEnd, tokens: number, changed: Partial<GameView> = {}): string | undefined => {
    const turns = [ofGreen({ side: "side_a", clue, giver: "p1", ended: why }), ofGreen({ side: "side_b" })];
    const view = seen(B, { phase: "clue", turns, ...changed }, { tokens });
    const happened = [{ kind: "turn_ended" as const, team: "green" as const, why }];
    show(reduce(ben(), { type: "message", message: message(view, { happened, step: 6 }) }));
    return page.querySelector(".notice")?.textContent ?? undefined;
  };

  it("tells of a token that is spent, and why where no card does", () => {
    expect(ended("bystander", 8)).toBe("8 tokens left");
    expect(ended("time", 1)).toBe("Time is up · 1 token left");
    expect(ended("side_done", 4)).toBe("All agents on Ana's key are found · 4 tokens left");
    expect(ended("by_choice", 0)).toBe("The last token is spent: sudden death!");
  });

  it("does not come with the end", () => {
    const result = { winner: null, ending: "assassin" as const, score: null };
    expect(ended("assassin", 8, { phase: "ended", result })).toBeUndefined();
  });
});
