import { render } from "preact";
import { beforeAll, beforeEach, expect, test } from "vitest";

import { PRESETS } from "../../common/wire";
import type { Message } from "../../common/wire";
import { gameView, lobbyView, message, noPages, turn } from "../testing/views";
import { english } from "../testing/words";
import { fetchEntry } from "./entry/entry";
import type { AskHouse } from "./entry/house";
import { Stage } from "./stage";
import { shown, START, turnedTo } from "./state";
import type { State } from "./state";
import { speakWith } from "./words";

const page = document.body.appendChild(document.createElement("div"));
const at = (id: string): HTMLElement => {
  const found = page.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (found === null) throw new Error(`no ${id} in ${page.innerHTML}`);
  return found;
};

/** The server's time. */
const NOW = 1_800_000_000_000;

const noGames: AskHouse = () => Promise.resolve({ games: [], address: "", opens: false });

function draw(screen: State): void {
  render(<Stage state={screen} watch={() => undefined} now={() => NOW} pages={noPages} askHouse={noGames} />, page);
}

function show(...messages: Message[]): void {
  draw(messages.reduce((state, message) => shown(state, message, null), turnedTo(START, "BKTM")));
}

beforeAll(() => fetchEntry("en"));

beforeEach(() => {
  speakWith(english);
  render(null, page);
  localStorage.clear();
});

test("the lobby shows the way in and who sits where", () => {
  show(message(null));
  const lobby = at("tv-lobby");
  expect(lobby.querySelector("img")?.getAttribute("src")).toBe("/qr/BKTM.svg");
  expect(lobby.textContent).toContain("Ana");
  expect(lobby.textContent).toContain("All set. Ana can deal the cards.");
});

test("a room that cannot be read to its end says for whom it waits", () => {
  const state = (): string | null | undefined => page.querySelector(".lobby-state")?.textContent;
  show(message(null, [], lobbyView({ lost: { game: 3 } })));
  expect(state()).toBe("Game 3 couldn't be read. Waiting for Ana to continue.");
  show(message(null, [], lobbyView({ lost: { game: null }, players: [], former: [{ id: "p1", name: "Ana", stamp: "🐌" }] })));
  expect(state()).toBe("The latest moves couldn't be read. Waiting for Ana.");
});

test("words are data, whatever somebody's list held", () => {
  const words = ["<b>x</b>", "&amp;", '"><script>', "אבג", "\u202Eabc", "\uFFFC0123456789abcdef", "a\u0301", "{n}|{n}", "javascript:x", "🍋"];
  const codenames = Array.from({ length: 25 }, (_, n) => words[n] ?? `word${n}`);
  const elements = (): number => page.querySelectorAll("*").length;
  show(message(gameView({ codenames: codenames.map((_, n) => `word${n}`) })));
  const plain = elements();
  show(message(gameView({ codenames })));
  for (const word of words) expect(at("tv-board").textContent).toContain(word);
  expect(page.querySelector("script, img.told-photo")).toBeNull();
  expect(elements()).toBe(plain);
});

test("all is set when nobody waits for a seat", () => {
  const seats = ["red_spymaster", "blue_spymaster", "spectator"] as const;
  const players = seats.map((seat, n) => ({ id: `p${n}`, name: `Player ${n}`, seat, online: true, counted: false, bot: null, stamp: "" }));
  show(message(null, [], lobbyView({ host: "p0", players, no_deal: null, unseated: ["p2"] })));
  expect(page.querySelector(".lobby-state")?.textContent).toBe("Not everyone has a seat yet.");
  expect(page.querySelector(".unseated")?.textContent).toContain("No seat");
  show(message(null, [], lobbyView({ host: "p0", players, no_deal: null })));
  expect(page.querySelector(".lobby-state")?.textContent).toContain("All set.");
  expect(page.querySelector(".unseated")?.textContent).toContain("Watching");
});

test("who plays for both teams sits below them, and the teams stay", () => {
  const players = [{ id: "p1", name: "Ana", seat: "key_holder", online: true, counted: false, bot: null, stamp: "🦊" }] as const;
  const places = (): number => at("tv-lobby").querySelectorAll(".team .wanted").length;
  show(message(null, [], lobbyView({ players: [] })));
  expect(places()).toBe(4);
  expect(at("tv-lobby").textContent).not.toContain("Both teams");
  show(message(null, [], lobbyView({ players })));
  expect(places()).toBe(4);
  expect(at("tv-lobby").querySelector(".both")?.textContent).toContain("Ana");
});

test("of a crowd as many are named as have room, and the rest is counted", () => {
  const players = Array.from({ length: 30 }, (_, i) => ({
    id: `p${i}`,
    name: `Player ${i}`,
    seat: "red_operative" as const,
    online: true,
    counted: false,
    bot: null,
    stamp: "🦊",
  }));
  show(message(null, [], lobbyView({ players })));
  const names = page.querySelectorAll(".team-red .person").length;
  expect(page.querySelector(".team-red .more")?.textContent).toBe(`and ${30 - names} more`);
});

test("the debrief tells under which clue a card was found, and who it was", () => {
  const touch = { position: 4, by: "p2", identity: "red", undone: false } as const;
  const clue = { word: "ocean", number: 3 } as const;
  const turns = [turn({ clue, touches: [touch] })];
  const revealed = gameView().revealed.map((_, i) => (i === 4 ? ("red" as const) : null));
  const shown = message(gameView({ phase: "debriefed", turns, revealed }));
  const key = revealed.map(() => "red" as const);
  show({ ...shown, view: { ...shown.view, kind: "debrief", game: shown.view.game!, key, key_b: null, notes: [] } });
  expect(at("card-4").querySelector(".found-under")?.textContent).toContain("ocean");
  expect(at("card-4").querySelector(".name")?.textContent).toBe("Haris");
});

test("a revealed card says its identity in words too; a hidden one has none", () => {
  const revealed = gameView().revealed.map((_, i) => (i === 4 ? ("blue" as const) : null));
  show(message(gameView({ revealed })));
  expect(at("card-4").getAttribute("data-revealed")).toBe("blue");
  expect(at("card-4").textContent).toContain("blue agent");
  expect(at("card-5").hasAttribute("data-revealed")).toBe(false);
  expect(at("card-5").textContent).toBe("word 5");
});

test("the clue, whose turn it is, and guesses left", () => {
  const clue = { word: "ocean", number: 3 } as const;
  show(message(gameView({ phase: "guess", turns: [turn({ clue })], guesses_left: 1 })));
  expect(at("tv-turn").textContent).toContain("Red is guessing");
  expect(at("tv-clue").textContent).toContain("ocean");
  expect(page.textContent).toContain("1 guess left");
});

test("a bot is one wherever it is named, and thinks where others look for a clue or guess", () => {
  const [ana, haris] = lobbyView().players;
  const lobby = lobbyView({ players: [ana!, { ...haris!, bot: "bold" }] });
  show(message(null, [], lobby));
  expect(page.querySelectorAll(".person .bot-sign")).toHaveLength(1);
  const blue = gameView({ turns: [turn({ team: "blue" })], thinking: ["p2"] });
  show(message(blue, [], lobby));
  expect(at("tv-turn").textContent).toContain("Haris is thinking…");
  expect(at("tv-clue").textContent).toBe("Blue is looking for a clue");
  expect(at("tv-left-blue").querySelector(".bot-sign")).not.toBeNull();
  expect(at("tv-left-red").querySelector(".bot-sign")).toBeNull();
  show(message({ ...blue, paused: true }, [], lobby));
  expect(at("tv-turn").textContent).toContain("Paused");
});

const OCEAN = { word: "ocean", number: 3 } as const;

test("a disputed clue: who explains and who decides, and nobody touches", () => {
  const turns = [turn({ clue: OCEAN, giver: "p1" })];
  show(message(gameView({ phase: "challenged", turns, guesses_left: 4 })));
  expect(at("tv-turn").textContent).toContain("The clue is disputed");
  expect(at("tv-clue").textContent).toContain("ocean");
  expect(at("tv-dispute").textContent).toBe("RAna explainsBHaris decides");
  expect(page.textContent).toContain("Hands off for now");
  expect(page.textContent).not.toContain("guesses left");
});

test("whoever has gone meanwhile is named all the same, or by the seat", () => {
  const turns = [turn({ clue: OCEAN, giver: "p7" })];
  const gone = lobbyView({ players: [], former: [{ id: "p7", name: "Gil", stamp: "🐌" }] });
  show(message(gameView({ phase: "challenged", turns }), [], gone));
  expect(at("tv-dispute").textContent).toBe("RGil explainsBSpymaster decides");
  show(message(gameView({ phase: "challenged", turns }), [], lobbyView({ players: [] })));
  expect(at("tv-dispute").textContent).toBe("RSpymaster explainsBSpymaster decides");
});

const struckTurn = turn({ struck: [{ clue: OCEAN, by: "giver" }], ended: "invalid_clue" });

test("a struck clue stays until the next one: by whom, and what it costs", () => {
  const penalty = [struckTurn, turn({ team: "blue" })];
  show(message(gameView({ phase: "penalty", turns: penalty })));
  expect(at("tv-turn").textContent).toContain("Blue may reveal one of its agents");
  expect(at("tv-clue").textContent).toContain("ocean");
  expect(at("tv-struck").textContent).toBe(
    "RConceded: it's invalid. That costs the turn, and there's a penalty.",
  );
  show(message(gameView({ turns: penalty })));
  expect(at("tv-struck").textContent).toContain("That costs the turn.");
  show(message(gameView({ turns: [struckTurn, turn({ team: "blue", cover: 4 })] })));
  expect(at("tv-struck").textContent).toContain("That costs the turn and reveals word 4.");
  const next = turn({ team: "blue", clue: { word: "forest", number: 1 } });
  show(message(gameView({ phase: "guess", turns: [struckTurn, next] })));
  expect(at("tv-clue").textContent).toContain("forest");
  expect(page.querySelector(".footer s")?.textContent).toBe("ocean 3");
});

test("a struck clue without a penalty: another one is given, and the first stays small", () => {
  const struck = [{ clue: { word: null, number: "unlimited" }, by: "rival" }] as const;
  show(message(gameView({ turns: [turn({ struck })] })));
  expect(at("tv-struck").textContent).toBe("RStruck by the rival. Another clue, please.");
  show(message(gameView({ phase: "guess", turns: [turn({ struck, clue: OCEAN })] })));
  expect(page.querySelector(".footer s")?.textContent).toContain("spoken clue");
  expect(page.querySelectorAll(".footer-clues li")).toHaveLength(1);
});

test("latecomers can scan a code during a game, while the door is open", () => {
  const code = (): string | null | undefined => page.querySelector(".footer img")?.getAttribute("src");
  show(message(gameView()));
  expect(code()).toBe("/qr/BKTM.svg");
  show(message(gameView(), [], lobbyView({ closed: true })));
  expect(code()).toBe(undefined);
});

test("a card that a penalty revealed says so during the turn, and at the debrief", () => {
  const revealed = gameView().revealed.map((_, i) => (i === 4 ? ("blue" as const) : null));
  const covers = turn({ team: "blue", cover: 4 });
  show(message(gameView({ revealed, turns: [struckTurn, covers] })));
  expect(at("card-4").querySelector(".found")?.textContent).toBe("penalty");
  const turns = [struckTurn, { ...covers, ended: "by_choice" as const }, turn()];
  show(message(gameView({ revealed, turns })));
  expect(at("card-4").querySelector(".found")).toBeNull();
  const game = gameView({ phase: "debriefed", revealed, turns });
  const shown = message(game);
  const key = revealed.map(() => "blue" as const);
  show({ ...shown, view: { ...shown.view, kind: "debrief", game, key, key_b: null, notes: [] } });
  expect(at("card-4").querySelector(".found")?.textContent).toBe("penalty");
});

test("a strict clock: minutes and seconds, the last ones catch the eye, or it stands still", () => {
  const settings = { ...PRESETS.classic, timer: "strict" } as const;
  const clock = (until: number | null, left: number | null): void =>
    show(message(gameView({ settings, clock: { total: 120_000, until, left } })));
  clock(NOW + 74_001, null);
  expect(at("tv-time").textContent).toBe("1:15");
  expect(at("tv-clock").className.trim()).toBe("clock");
  clock(NOW + 10_000, null);
  expect(at("tv-clock").className).toContain("last");
  clock(null, 8000);
  expect(at("tv-clock").textContent).toBe("0:08stopped");
  expect(at("tv-clock").className).not.toContain("last");
  show(message(gameView()));
  expect(page.querySelector(".clock")).toBeNull();
});

test("sand runs in its glass, lies on its side in a pause, and is empty in the end", () => {
  const settings = { ...PRESETS.classic, timer: "sand" } as const;
  const sand = (until: number | null, left: number | null): void =>
    show(message(gameView({ settings, clock: { total: 60_000, until, left } })));
  sand(NOW + 60_000, null);
  expect(page.querySelector(".glass")?.getAttribute("class")).toContain("turned");
  expect(page.querySelector(".glass-stream")).not.toBeNull();
  sand(NOW + 30_000, null);
  expect(page.querySelector(".glass")?.getAttribute("class")).not.toContain("turned");
  sand(null, 30_000);
  expect(at("tv-clock").className).toContain("stands");
  sand(NOW - 5000, null);
  expect(at("tv-clock").className).toContain("empty");
  expect(page.querySelector(".glass-stream")).toBeNull();
});

test("words outstanding are told per team, where they earn a guess", () => {
  show(message(gameView({ outstanding: { red: 2, blue: 0, green: 0 } })));
  expect(at("tv-outstanding-red").textContent).toBe("2 words outstanding");
  expect(at("tv-outstanding-blue").textContent).toBe("");
});

test("the lobby tells house rules, what matters most first, and none that are the rule book's", () => {
  show(message(null));
  expect(at("tv-rules").textContent).toBe("");
  const settings = {
    ...PRESETS.classic,
    marks: "everyone_sees",
    penalty: "none",
    timer: "strict",
  } as const;
  show(message(null, [], lobbyView({ settings })));
  expect(at("tv-rules").textContent).toBe(
    "House rules: clock: clue 2:00 (first 3:00), guesses 2:00\u00a0· no penalty",
  );
  const tapped = { ...PRESETS.by_the_book, marks: "team_sees" as const };
  show(message(null, [], lobbyView({ settings: tapped })));
  expect(at("tv-rules").textContent).toContain("only the team sees its marks");
  expect(at("tv-rules").textContent).toContain("sandglass 1:00");
});

test("the result says who won and why; the debrief shows what nobody found", () => {
  const result = { winner: "blue", ending: "assassin", score: null } as const;
  const game = gameView({ phase: "ended", result });
  show(message(game));
  expect(at("tv-result").textContent).toContain("Blue wins");
  expect(at("tv-result").textContent).toContain("Red woke the assassin.");
  const key = gameView().revealed.map(() => "bystander" as const);
  const shown = message({ ...game, phase: "debriefed" });
  show({ ...shown, view: { ...shown.view, kind: "debrief", game, key, key_b: null, notes: [] } });
  expect(at("tv-debrief").textContent).toContain("not found");
  expect(at("card-0").getAttribute("data-identity")).toBe("bystander");
});

test("a lost connection is a small word, and the board stays", () => {
  const seen = shown(turnedTo(START, "BKTM"), message(gameView()), null);
  draw({ ...seen, line: "offline" });
  expect(at("tv-offline").textContent).toContain("Connection lost");
  expect(at("tv-board").children).toHaveLength(25);
});

test("nothing on the screen speaks of casting", () => {
  const states = ["connecting", "showing", "lost", "failed"] as const;
  const drawn = states.map((state) => {
    const screen = { device: "d", name: "Attic", state, reason: "cast/no_hello" as const, receiver: null, coming: null };
    show(message(null, [], lobbyView({ screen })));
    return page.innerHTML;
  });
  expect(new Set(drawn).size).toBe(1);
  expect(drawn[0]).not.toContain("Attic");
});

test("an unknown room says so and asks again", () => {
  const refusal = { code: "room/not_found", detail: "", problems: [], findings: [] } as const;
  draw({ ...turnedTo(START, "ZZZZ"), refusal });
  expect(at("tv-code-entry").textContent).toContain("There is no room ZZZZ here.");
});
