/** Views by hand, for tests: a table of 25 codenames before red's first clue. */
import { PRESETS } from "../../common/wire";
import type { Pages } from "../src/book/props";
import type { GameView, Happening, LobbyView, Message, Turn } from "../../common/wire";

export function lobbyView(change: Partial<LobbyView> = {}): LobbyView {
  return {
    code: "BKTM",
    language: "en",
    host: "p1",
    players: [
      { id: "p1", name: "Ana", seat: "red_spymaster", online: true, counted: false, bot: null, stamp: "🦊" },
      { id: "p2", name: "Haris", seat: "blue_spymaster", online: true, counted: false, bot: null, stamp: "🦊" },
    ],
    removed: [],
    former: [],
    requests: [],
    settings: PRESETS.classic,
    decks: ["en"],
    closed: false,
    volume: 7,
    music: null,
    house_words: 0,
    games: 1,
    no_deal: null,
    suggested: { red_spymaster: 1, blue_spymaster: 1, red_operative: 1, blue_operative: 1 },
    unseated: [],
    offered: {},
    screen: null,
    evening: null,
    showing: null,
    lost: null,
    bots: "ready",
    llm: null,
    ...change,
  };
}

export function turn(change: Partial<Turn> = {}): Turn {
  return {
    team: "red",
    clue: null,
    giver: null,
    touches: [],
    ended: null,
    struck: [],
    cover: null,
    side: null,
    agreed: false,
    corrected: false,
    ...change,
  };
}

export function gameView(change: Partial<GameView> = {}): GameView {
  return {
    settings: PRESETS.classic,
    codenames: Array.from({ length: 25 }, (_, i) => `word ${i}`),
    languages: [],
    card_languages: [],
    revealed: Array.from({ length: 25 }, () => null),
    starting_team: "red",
    left: { red: 9, blue: 8, green: 0 },
    phase: "clue",
    paused: false,
    turns: [turn()],
    guesses_left: null,
    outstanding: null,
    clock: null,
    duet: null,
    result: null,
    awards: [],
    exchanges: [],
    undo: null,
    thinking: [],
    waiting: null,
    may_predict: [],
    predictions: [],
    may: {},
    ...change,
  };
}

export function message(
  game: GameView | null,
  happened: readonly Happening[] = [],
  lobby: LobbyView = lobbyView(),
): Message {
  return {
    audience: "public",
    n: 1,
    step: 1,
    happened,
    view: { kind: "public", lobby, game, marks: [] },
  };
}

/** A server whose book is closed. */
export const noPages: Pages = () => Promise.resolve({ error: { code: "client/dropped", detail: "", problems: [], findings: [] } });
