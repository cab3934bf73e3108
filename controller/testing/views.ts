/** Views to test with: a room of four, a dealt game, and whatever a test changes about them. */
import { PRESETS } from "../../common/wire";
import type { GameView, Identity, KeyView, LobbyView, Message, OfferedDeck, Seat, Turn, View } from "../../common/wire";
import { begin, reduce } from "../src/state";
import type { State } from "../src/state";

export const CODENAMES = Array.from({ length: 25 }, (_, at) => `word${at}`);

/** Red 0…8, blue 9…16, bystanders 17…23, the assassin 24. */
export const KEY: readonly Identity[] = CODENAMES.map((_, at) => {
  if (at < 9) return "red";
  if (at < 17) return "blue";
  return at < 24 ? "bystander" : "assassin";
});

export const NO_PACK = { name: null, difficulty: null };

/** What a server has that was started with photos, and was given a list in French. */
export const DECKS: readonly OfferedDeck[] = [
  ...["bs", "en", "fr", "hi"].map((id) => ({ ...NO_PACK, id, board: "words" as const, language: id, codenames: 400 })),
  { ...NO_PACK, id: "scenes", board: "pictures", language: null, codenames: 300 },
  { ...NO_PACK, id: "photos", board: "pictures", language: null, codenames: 24 },
];

export function lobby(changed: Partial<LobbyView> = {}): LobbyView {
  return {
    code: "BKTM",
    language: "en",
    host: "p1",
    players: [
      { id: "p1", name: "Ana", seat: "red_spymaster", online: true, counted: false, bot: null, stamp: "🦊" },
      { id: "p2", name: "Ben", seat: "blue_spymaster", online: true, counted: false, bot: null, stamp: "🐌" },
      { id: "p3", name: "Cid", seat: "red_operative", online: true, counted: false, bot: null, stamp: "🐘" },
      { id: "p4", name: "Dee", seat: "blue_operative", online: false, counted: false, bot: null, stamp: "🐝" },
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
    no_deal: "room/game_running",
    suggested: { red_spymaster: 1, blue_spymaster: 1, red_operative: 1, blue_operative: 1 },
    unseated: [],
    offered: {},
    screen: null,
    evening: null,
    showing: null,
    lost: null,
    bots: "ready",
    llm: null,
    ...changed,
  };
}

export function turn(changed: Partial<Turn> = {}): Turn {
  return { team: "red", clue: null, giver: null, touches: [], ended: null, struck: [], cover: null, side: null, agreed: false, corrected: false, ...changed };
}

export function game(changed: Partial<GameView> = {}): GameView {
  return {
    settings: lobby().settings,
    codenames: CODENAMES,
    languages: [],
    card_languages: [],
    revealed: CODENAMES.map(() => null),
    starting_team: "red",
    left: { red: 9, blue: 8, green: 0 },
    phase: "guess",
    paused: false,
    turns: [turn({ clue: { word: "tree", number: 2 }, giver: "p1" })],
    guesses_left: 3,
    outstanding: null,
    clock: null,
    duet: null,
    result: null,
    awards: [],
    exchanges: [],
    undo: null,
    thinking: [],
    waiting: null,
    may: { touch_card: ["red_spymaster"], pause: ["seated", "host"], abandon: ["host"] },
    may_predict: [],
    predictions: [],
    ...changed,
  };
}

/** What the red spymaster is sent. */
export function keyView(changed: Partial<GameView> = {}): KeyView {
  return { kind: "key", lobby: lobby(), game: game(changed), marks: [], key: KEY, question: null };
}

export function publicView(changed: Partial<GameView> = {}): View {
  return { kind: "public", lobby: lobby(), game: game(changed), marks: [] };
}

/** The lobby before the first game, which could be dealt. */
export function inLobby(changed: Partial<LobbyView> = {}): View {
  return { kind: "public", lobby: lobby({ games: 0, no_deal: null, ...changed }), game: null, marks: [] };
}

let n = 0;

export function message(view: View, changed: Partial<Message> = {}): Message {
  const audience = view.kind === "key" ? "red_spymaster" : "public";
  return { audience, n: ++n, step: 5, happened: [], view, ...changed };
}

/** The state of a phone that is inside as `you` and has seen `view`. */
export function inside(you: string, view: View): State {
  const urls = { join_url: "http://host/BKTM", tv_url: "http://host/tv/BKTM" };
  const answer = { ok: true as const, room: "BKTM", you, now: 0, screen: null, casts: true, counts: true, elsewhere: false, predictions: null, ...urls };
  const entered = reduce(begin("BKTM"), { type: "entered", answer });
  return reduce(entered, { type: "message", message: message(view) });
}

/** The view with somebody in another seat. */
export function seated(view: View, id: string, seat: Seat): View {
  const players = view.lobby.players.map((it) => (it.id === id ? { ...it, seat } : it));
  return { ...view, lobby: { ...view.lobby, players } } as View;
}
