/** Every game of the box on the screen: co-op, duet, pictures, and the evening over all of them. */
import { render } from "preact";
import { beforeEach, expect, test, vi } from "vitest";

import { PRESETS } from "../../../common/wire";
import type { Evening, GameView, Identity, LobbyView, Message, Result } from "../../../common/wire";
import { gameView, lobbyView, message, noPages, turn } from "../../testing/views";
import { english } from "../../testing/words";
import { Stage } from "../stage";
import { shown as showing, START, turnedTo } from "../state";
import { speakWith } from "../words";
import type { TextKey } from "../words";

const page = document.body.appendChild(document.createElement("div"));
const at = (id: string): HTMLElement => {
  const found = page.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (found === null) throw new Error(`no ${id} in ${page.innerHTML}`);
  return found;
};
const text = (selector: string): string => page.querySelector(selector)?.textContent ?? "";
const all = (selector: string): string[] =>
  Array.from(page.querySelectorAll(selector), (element) => element.textContent ?? "");

function show(shown: Message, announcement: string | null = null): void {
  const screen = { ...showing(turnedTo(START, "BKTM"), shown, null), announcement };
  render(<Stage state={screen} watch={() => undefined} now={() => 0} pages={noPages} />, page);
}

function debriefed(game: GameView, key: Identity[], other: Identity[] | null, lobby = lobbyView()): void {
  const shown = message(game, [], lobby);
  const view = { kind: "debrief", lobby, game, marks: [], notes: [], key, key_b: other } as const;
  show({ ...shown, view });
}

function revealing(changes: Record<number, Identity>): (Identity | null)[] {
  return Array.from({ length: 25 }, (_, i) => changes[i] ?? null);
}

beforeEach(() => {
  speakWith(english);
  render(null, page);
});

// --- Co-op ---------------------------------------------------------------------------------------

const coop = (change: Partial<GameView> = {}): GameView =>
  gameView({ settings: PRESETS.two_of_us, ...change });

const enemy = turn({ team: "blue", cover: 4, ended: "opponent" });

test("co-op: at the opponent's turn the people's spymaster picks", () => {
  show(message(coop({ phase: "opponent", turns: [turn(), turn({ team: "blue" })] })));
  expect(at("tv-turn").textContent).toContain("The opponent's turn");
  expect(at("tv-clue").textContent).toBe("Ana picks the opponent's agent");
  expect(at("tv-left-blue").textContent).toContain("the opponent");
});

test("co-op: what the opponent covered says so until its next turn", () => {
  const revealed = revealing({ 4: "blue" });
  show(message(coop({ revealed, turns: [turn(), enemy, turn()] })));
  expect(text('[data-testid="card-4"] .found')).toBe("opponent's turn");
  show(message(coop({ revealed, turns: [turn(), enemy, turn(), turn({ team: "blue" })] })));
  expect(text('[data-testid="card-4"] .found')).toBe("");
});

test.each(Array.from({ length: 8 }, (_, i) => i + 1))("co-op: a win by %i has a rating", (score) => {
  const result: Result = { winner: "red", ending: "all_agents", score };
  show(message(coop({ phase: "ended", result })));
  expect(text(".result-title")).toContain(`You win: ${score} point`);
  expect(text(".result-why")).toBe(english.say(`coop.rating.${score}` as TextKey));
});

test("co-op: a loss says why, and what to think of it", () => {
  const result: Result = { winner: "blue", ending: "assassin", score: null };
  show(message(coop({ phase: "ended", result })));
  expect(text(".result-title")).toContain("The opponent wins");
  expect(text(".result-why")).toBe("Red woke the assassin. Back to spy school. Once more?");
});

// --- Duet ----------------------------------------------------------------------------------------

const CLUE = { word: "ocean", number: 3 } as const;

const sides: LobbyView = lobbyView({
  players: [
    { id: "p1", name: "Ana", seat: "side_a", online: true, counted: false, bot: null, stamp: "🦊" },
    { id: "p2", name: "Ben", seat: "side_b", online: true, counted: false, bot: null, stamp: "🦊" },
  ],
  settings: PRESETS.duet,
});

const duet = (change: Partial<GameView> = {}): GameView =>
  gameView({
    settings: PRESETS.duet,
    starting_team: "green",
    left: { red: 0, blue: 0, green: 15 },
    turns: [turn({ team: "green" })],
    duet: { tokens: 9, bystanders: [] },
    ...change,
  });

test("duet: first, both sides are asked for a clue", () => {
  show(message(duet(), [], sides));
  expect(at("tv-turn").textContent).toBe("ABWho has the first clue?");
  expect(at("tv-clue").textContent).toBe("Ana / Ben");
  expect(at("tv-agents").className).toContain("active");
  expect(at("tv-tokens").className).toContain("active");
});

test("duet: who gives the clue and who guesses, agents found and tokens left", () => {
  const waiting = turn({ team: "green", side: "side_b" });
  const game = { left: { red: 0, blue: 0, green: 11 }, duet: { tokens: 4, bystanders: [] } };
  show(message(duet({ ...game, turns: [waiting] }), [], sides));
  expect(at("tv-turn").textContent).toBe("BBen is looking for a clue");
  expect(at("tv-clue").textContent).toBe("Ana is guessing");
  show(message(duet({ ...game, phase: "guess", turns: [{ ...waiting, clue: CLUE }] }), [], sides));
  expect(at("tv-turn").textContent).toBe("AAna is guessing");
  expect(text(".turn-guesses")).toBe("clue: Ben");
  expect(at("tv-agents").textContent).toContain("4of\u00a015 agents found");
  expect(at("tv-agents").className).toContain("active");
  expect(at("tv-tokens").className).not.toContain("active");
  expect(page.querySelectorAll(".token")).toHaveLength(9);
  expect(page.querySelectorAll(".token:not(.spent)")).toHaveLength(4);
});

test("duet: a side where nobody sits is called by its letter", () => {
  const turns = [turn({ team: "green", side: "side_b" })];
  show(message(duet({ turns }), [], lobbyView({ players: [], settings: PRESETS.duet })));
  expect(at("tv-turn").textContent).toBe("BSide B is looking for a clue");
});

test("duet: a known bystander is marked for those who cannot touch it, and stays hidden", () => {
  const bystanders = [
    { position: 3, side: "side_b" },
    { position: 7, side: "side_b" },
    { position: 7, side: "side_a" },
  ] as const;
  show(message(duet({ duet: { tokens: 6, bystanders } }), [], sides));
  expect(all('[data-testid="card-3"] .out-for .name')).toEqual(["Ben"]);
  expect(all('[data-testid="card-7"] .out-for .name')).toEqual(["Ana", "Ben"]);
  expect(at("card-3").hasAttribute("data-revealed")).toBe(false);
  expect(page.querySelectorAll(".out-for")).toHaveLength(2);
});

test("duet: of five two are named at each side, and the side acts as one", () => {
  const players = ["Ana", "Ben", "Cem", "Dora", "Eva"].map((name, i) => ({
    ...{ id: `p${i + 1}`, name, online: true, counted: false, bot: null, stamp: "🦊" },
    seat: i % 2 === 0 ? ("side_a" as const) : ("side_b" as const),
  }));
  const turns = [turn({ team: "green", side: "side_a", giver: "p3", clue: { word: "tree", number: 2 } })];
  show(message(duet({ phase: "guess", turns }), [], lobbyView({ players, settings: PRESETS.duet })));
  expect(text('[data-testid="tv-agents"] .name')).toBe("Ana, Cem +1");
  expect(text('[data-testid="tv-tokens"] .name')).toBe("Ben, Dora");
  expect(at("tv-turn").textContent).toBe("BSide B is guessing");
  expect(text(".turn-guesses")).toBe("clue: Cem");
});

test("duet: as many tokens as were set", () => {
  const settings = { ...PRESETS.duet, tokens: 15 };
  show(message(duet({ settings, duet: { tokens: 11, bystanders: [] } }), [], sides));
  expect(page.querySelectorAll(".token")).toHaveLength(15);
  expect(page.querySelectorAll(".token:not(.spent)")).toHaveLength(11);
});

test("marks are pins of the team's colour with initials; of many some are counted", () => {
  const game = gameView({ phase: "guess" });
  const marks = [
    ...["p1", "p2"].map((by) => ({ position: 4, by, unsure: false })),
    ...["p1", "p2", "p1", "p2", "p1"].map((by) => ({ position: 5, by, unsure: false })),
  ];
  show({ ...message(game), view: { kind: "public", lobby: lobbyView(), game, marks } });
  expect(all('[data-testid="card-4"] .marks-red .pin')).toHaveLength(2);
  expect(all('[data-testid="card-5"] .pin').pop()).toBe("+2");
});

test("who does not know the clue's word says so", () => {
  const game = gameView({ phase: "guess", thinking: ["p2"] });
  const view = { kind: "public", lobby: lobbyView(), game, marks: [{ position: 4, by: "p2", unsure: true }] } as const;
  show({ ...message(game), view });
  expect(all('[data-testid="card-4"] .pin')).toEqual(["?"]);
  expect(all('[data-testid="tv-turn"]')[0]).toContain("doesn't know this word");
  show({ ...message(game), view: { ...view, game: { ...game, thinking: [] } } });
  expect(all('[data-testid="tv-turn"]')[0]).toContain("doesn't know this word"); // where others touch, too
  show({ ...message(game), view: { ...view, marks: [...view.marks, { position: 5, by: "p1", unsure: false }] } });
  expect(all('[data-testid="tv-turn"]')[0]).not.toContain("doesn't know this word");
  show({ ...message(game), view: { ...view, marks: [] } });
  expect(all('[data-testid="tv-turn"]')[0]).toContain("is thinking");
});

test("a clue that the group allowed says so", () => {
  const clue = { word: "tree", number: 2 };
  show(message(gameView({ phase: "guess", guesses_left: 3, turns: [turn({ clue, agreed: true })] })));
  expect(text(".turn-guesses")).toContain("all agreed");
});

test("duet: sudden death has its rule on the slip", () => {
  show(message(duet({ phase: "sudden_death", duet: { tokens: 0, bystanders: [] } }), [], sides));
  expect(at("tv-turn").textContent).toBe("ABSudden death");
  expect(at("tv-clue").textContent).toBe("Find agents. Anything else, and you lose.");
  expect(text(".turn-guesses")).toBe("either side may touch");
});

test.each([
  ["green", "all_agents", "Mission accomplished", "All 15 agents are found."],
  [null, "assassin", "Mission failed", "You woke the assassin."],
  [null, "sudden_death", "Mission failed", "Sudden death: that was no agent."],
  [null, "abandoned", "Nobody wins", "The game was abandoned."],
] as const)("duet: the end, %s by %s", (winner, ending, title, why) => {
  show(message(duet({ phase: "ended", result: { winner, ending, score: null } }), [], sides));
  expect(text(".result-title")).toContain(title);
  expect(text(".result-why")).toBe(why);
});

test("duet: the debrief shows both keys, and what revealed a card", () => {
  const touches = [
    { position: 4, by: "p2", identity: "bystander", undone: false },
    { position: 4, by: "p1", identity: "green", undone: false },
  ] as const;
  const turns = [
    turn({ team: "green", side: "side_a", clue: { word: "tree", number: 1 }, touches: [touches[0]] }),
    turn({ team: "green", side: "side_b", clue: CLUE, touches: [touches[1]] }),
  ];
  const bystanders = [{ position: 4, side: "side_b" }] as const;
  const game = duet({
    phase: "debriefed",
    revealed: revealing({ 4: "green" }),
    turns,
    duet: { tokens: 8, bystanders },
  });
  const a = Array.from({ length: 25 }, (): Identity => "bystander");
  const b = a.map((identity, i): Identity => (i === 4 ? "green" : i === 5 ? "assassin" : identity));
  debriefed(game, a, b, sides);
  expect(at("card-5").getAttribute("data-identity")).toBe("bystander");
  expect(at("card-5").getAttribute("data-identity-b")).toBe("assassin");
  expect(all('[data-testid="card-4"] .in-key .badge')).toEqual(["A", "B"]);
  expect(text('[data-testid="card-4"] .found-clue')).toBe("ocean");
  expect(text('[data-testid="card-4"] .found .name')).toBe("Ana");
  expect(page.querySelector(".out-for")).toBeNull();
});

test("duet: what was found in sudden death was found under no clue", () => {
  const touch = { position: 4, by: "p2", identity: "green", undone: false } as const;
  const turns = [turn({ team: "green", touches: [touch] })];
  const key = Array.from({ length: 25 }, (): Identity => "green");
  debriefed(duet({ phase: "debriefed", revealed: revealing({ 4: "green" }), turns }), key, key, sides);
  expect(text('[data-testid="card-4"] .found-under')).toBe("Sudden death");
});

// --- Pictures ------------------------------------------------------------------------------------

const PHOTO = "0123456789abcdef";

const pictures = (change: Partial<GameView> = {}): GameView =>
  gameView({
    settings: PRESETS.pictures,
    codenames: ["🐟☂️", PHOTO, ...Array.from({ length: 18 }, (_, i) => `🐧${i}`)],
    revealed: Array.from({ length: 20 }, () => null),
    ...change,
  });

test("pictures: a scene in its font, a photo as a picture", () => {
  show(message(pictures()));
  expect(at("tv-board").children).toHaveLength(20);
  expect(text('[data-testid="card-0"] .scene')).toBe("🐟☂");
  const photo = at("card-1").querySelector("img");
  expect(photo?.getAttribute("src")).toBe(`/photos/${PHOTO}.jpg`);
  expect(photo?.getAttribute("alt")).toBe("photo 2");
});

test("pictures: a revealed card keeps its picture", () => {
  show(message(pictures({ revealed: pictures().revealed.map((_, i) => (i < 2 ? "red" : null)) })));
  expect(text('[data-testid="card-0"] .cover .scene')).toBe("🐟☂");
  expect(page.querySelector('[data-testid="card-1"] .cover .photo img')).not.toBeNull();
  expect(text('[data-testid="card-1"] .card-shape')).toBe("R");
});

test("pictures: a photo that does not come says so, and is asked for again", () => {
  vi.useFakeTimers();
  try {
    show(message(pictures()));
    const first = at("card-1").querySelector("img");
    first?.dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(0);
    show(message(pictures()));
    expect(at("card-1").textContent).toContain("No photo yet. Trying again…");
    vi.advanceTimersByTime(6000);
    show(message(pictures()));
    expect(at("card-1").querySelector("img")).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
});

test("pictures: a text that mentions a photo shows it", () => {
  show(message(pictures()), `\ufffc${PHOTO}: a red agent`);
  const told = at("tv-announcement");
  expect(told.textContent).toBe(": a red agent");
  expect(told.querySelector("img")?.getAttribute("src")).toBe(`/photos/${PHOTO}.jpg`);
});

test("pictures: what a struck clue opened is shown", () => {
  const struck = turn({ struck: [{ clue: CLUE, by: "giver" }], ended: "invalid_clue" });
  show(message(pictures({ turns: [struck, turn({ team: "blue", cover: 1 })] })));
  expect(at("tv-struck").textContent).toContain("That costs the turn.");
  expect(at("tv-struck").querySelector("img")?.getAttribute("src")).toBe(`/photos/${PHOTO}.jpg`);
  show(message(pictures({ turns: [struck, turn({ team: "blue", cover: 0 })] })));
  expect(text('[data-testid="tv-struck"] .scene')).toBe("🐟☂");
});

test("on a board of words nothing is a photo", () => {
  show(message(gameView({ codenames: Array.from({ length: 25 }, () => PHOTO) })));
  expect(page.querySelector(".photo")).toBeNull();
});

// --- The lobby and the evening -------------------------------------------------------------------

test("the lobby names the game", () => {
  const named = (settings: LobbyView["settings"]): string => {
    show(message(null, [], lobbyView({ settings })));
    return at("tv-mode").textContent ?? "";
  };
  expect(named(PRESETS.classic)).toBe("Classic");
  expect(named(PRESETS.two_of_us)).toBe("Co-op");
  expect(named(PRESETS.duet)).toBe("Duet");
  expect(named(PRESETS.pictures)).toBe("Classic · pictures");
});

test("each mode has its seats, and says what is missing", () => {
  const lobby = (change: Partial<LobbyView>): void => {
    const players = ["Ana", "Ben", "Cem"].map(
      (name, i) => ({ id: `p${i}`, name, seat: "spectator", online: true, counted: false, bot: null, stamp: "🦊" }) as const,
    );
    show(message(null, [], lobbyView({ players, no_deal: "room/no_spymaster", ...change })));
  };
  lobby({ settings: PRESETS.two_of_us, suggested: { red_spymaster: 1, red_operative: 2 } });
  expect(all(".team h2")).toEqual(["RAll of you"]);
  expect(all(".team .wanted")).toHaveLength(3);
  expect(text(".lobby-state")).toContain("Everyone else guesses.");
  lobby({
    settings: PRESETS.duet,
    suggested: { side_a: 1, side_b: 1 },
    no_deal: "room/no_side",
  });
  expect(all(".team h2")).toEqual(["GASide A", "GBSide B"]);
  expect(text(".lobby-state")).toBe("Still needed: one person on each side, A and B.");
  lobby({ suggested: { red_spymaster: 1, blue_spymaster: 1, operative_for_both: 1 } });
  expect(text(".lobby-state")).toContain("Three of you: two hold the key");
  lobby({ suggested: { red_spymaster: 1, blue_spymaster: 1, red_operative: 1, blue_operative: 1 } });
  expect(text(".lobby-state")).toContain("for each team");
});

const record = { mode: "classic", board: "words", ending: "all_agents", score: null } as const;

function evening(change: Partial<Evening> = {}): Evening {
  return {
    games: [{ ...record, winner: "red", keys: { red_spymaster: ["p2"], blue_spymaster: ["p1"] } }],
    wins: { red: 3, blue: 2, green: 0 },
    together: { won: 1, lost: 2 },
    times_at_key: { p1: 1, p2: 1 },
    next_keys: { red_spymaster: ["p1"], blue_spymaster: ["p2"] },
    ...change,
  };
}

test("after a game: the score of the evening, who had the key, and who is next", () => {
  const result: Result = { winner: "red", ending: "all_agents", score: null };
  const over = gameView({ phase: "ended", result });
  show(message(over, [], lobbyView({ evening: evening() })));
  expect(at("tv-evening").textContent).toBe("Tonight 3 : 2 won 1 of 3 together");
  expect(at("tv-next").textContent).toBe("Next key:RAnaBHaris");
  expect(text('[data-testid="tv-left-red"] .name')).toBe("Haris");
  expect(text('[data-testid="tv-left-blue"] .name')).toBe("Ana");
});

test("of an evening only that is told which there was", () => {
  const over = duet({ phase: "ended", result: { winner: null, ending: "abandoned", score: null } });
  const quiet = evening({
    wins: { red: 0, blue: 0, green: 0 },
    together: { won: 0, lost: 0 },
    next_keys: { side_a: ["p1"] },
  });
  show(message(over, [], { ...sides, evening: quiet }));
  expect(page.querySelector('[data-testid="tv-evening"]')).toBeNull();
  expect(at("tv-next").textContent).toBe("Next key:AAna");
  show(message(over, [], { ...sides, evening: { ...quiet, next_keys: {} } }));
  expect(page.querySelector('[data-testid="tv-next"]')).toBeNull();
});

test("who could go on is offline: who goes on instead, and when", () => {
  const waiting = { players: ["p1"], until: 12_000, bot: "p2" };
  show(message(gameView({ waiting })));
  expect(text("[data-testid=tv-turn]")).toContain("Offline: Ana");
  expect(at("tv-beside").textContent).toBe("Haris takes over in 0:12");
  show(message(gameView({ waiting: { ...waiting, bot: null } })));
  expect(at("tv-beside").textContent).toBe("The host can withdraw the challenge in 0:12");
  show(message(gameView({ waiting, paused: true })));
  expect(text("[data-testid=tv-turn]")).not.toContain("Offline");
});

// --- Languages -----------------------------------------------------------------------------------

test("a word says which language it is in", () => {
  document.documentElement.lang = "hr";
  const languages = { languages: ["en", "tr"], card_languages: [1, ...Array.from({ length: 24 }, () => 0)] };
  const langs = (): (string | null)[] => [0, 1].map((n) => at(`card-${n}`).querySelector(".fitted")!.getAttribute("lang"));
  const clue = { word: "ink", number: 2 } as const;
  show(message(gameView({ ...languages, turns: [turn({ clue })] })));
  expect(langs()).toEqual(["tr", "en"]);
  expect(page.querySelector(".slip-word .fitted")?.getAttribute("lang")).toBe("en");
  show(message(gameView({ languages: ["tr"], turns: [turn({ clue, ended: "by_choice" }), turn({ clue })] })));
  expect(langs()).toEqual(["tr", "tr"]);
  expect(page.querySelector(".slip-word .fitted")?.getAttribute("lang")).toBe("tr");
  expect(page.querySelector(".footer-clues span[lang]")?.textContent).toBe("ink");
  show(message(gameView({ turns: [turn({ clue })] })));
  expect(langs()).toEqual(["hr", "hr"]);
  document.documentElement.lang = "";
});
