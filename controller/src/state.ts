/**
 * What the phone knows: the line, the newest view, and what lies under the thumb.
 *
 * One reducer; nothing here decides a rule. What a seat may do comes with the view.
 *
 * Two messages are known: the newest one (`newest`), and what the queue of moments shows of it so far (`message`),
 * which is at most some seconds behind (common/moments/player.ts). Everything that is drawn is made of the shown one: what
 * may be done, too, or a button that vanishes would tell what a card is before it turns. Commands are sent at once with
 * the newest one's step, so no tap is too late because of an animation; a refusal waits until all is shown. A card that
 * was chosen before somebody moved is put back as soon as that is heard, whatever came of the move, so that nobody
 * reveals on a board that they have not seen; what is chosen after that stays chosen until its turn is over.
 */
import type { LineState, Trouble, Unanswered } from "../../common/connection/connection";
import { HIGHEST_NUMBER, PRESETS } from "../../common/wire";
import type { Beat } from "../../common/moments/score";
import type { Entered, Failure, Happening, Message, OfferedDeck, OwnPredictions, Refusal, Settings, BotStyle, TurnEnd, View } from "../../common/wire";

export type Place =
  /** No room in the address. */
  | "start"
  /** On the way in; nothing is known yet. */
  | "opening"
  /** Looking on while the name is asked. */
  | "door"
  | "inside"
  /** The room does not let this phone in; `State.outside` says why. */
  | "outside";

export type Sheet = "room" | "share" | "rules" | "next" | "tv" | "howto" | "book" | "coach" | "ideas" | "stamp";

/** What a tap on a card is for. */
export type Tapping = "touch" | "exchange";

export interface Notice {
  id: number;
  happening: Happening;
  /** Whether it withdrew a question about a clue that this phone asked, or was asked. */
  withdrawn: boolean;
}

/** A clue that is being thought of; a pause or a tap on a card does not lose it. */
export interface Draft {
  word: string;
  number: string;
  /** Whether a thumb chose the number; else it is proposed. */
  chosen: boolean;
  /** Positions that it means, the likeliest first; nobody else knows of them. */
  meant: readonly number[];
  /** Whether the server keeps a note of what it means, so that it has to be told of changes. */
  noted: boolean;
}

const NO_DRAFT: Draft = { word: "", number: "2", chosen: false, meant: [], noted: false };

/** A room that is about to be opened; a refusal does not lose it. */
export interface NewRoomDraft {
  settings: Settings;
  /** Null: the list of the phone's language. */
  decks: readonly string[] | null;
  /** The shared screen's; null: the phone's. */
  language: string | null;
}

/** This browser asked to be somebody who is in the room. */
export interface Asking {
  request: number;
  name: string;
  /** Whether a view has shown the request: only then can it vanish. */
  seen: boolean;
}

export interface State {
  line: LineState;
  place: Place;
  room: string | null;
  you: string | null;
  urls: { join: string; tv: string } | null;
  /** Whether the host may put the room on a television from here. */
  casts: boolean;
  /** Whether the server keeps statistics of the household. */
  counts: boolean;
  /** Why the server lets nobody in just now. */
  keptOut: Refusal | null;
  /** What is shown, and what moves in it just now. */
  message: Message | null;
  beat: Beat | null;
  /** What was heard last. */
  newest: Message | null;
  /** This person's own as they fit what is shown, and as they were heard last. */
  predictions: OwnPredictions | null;
  newestPredictions: OwnPredictions | null;
  waiting: readonly Unanswered[];
  trouble: Trouble | null;
  outside: Failure["code"] | null;
  asking: Asking | null;
  /** Nobody confirmed that this browser belongs to this person. */
  turnedAway: string | null;
  notices: readonly Notice[];
  keyShown: boolean;
  selected: number | null;
  /** Positions that this phone keeps in mind; nobody else knows of them. */
  notes: readonly number[];
  tapping: Tapping;
  draft: Draft;
  newRoom: NewRoomDraft;
  /** How those bots play that are added next. */
  botStyle: BotStyle;
  /** Whether the host has asked for bots in this room. */
  withBots: boolean;
  /** What the server has; null while that is not known. */
  decks: readonly OfferedDeck[] | null;
  sheet: Sheet | null;
}

export type Change =
  | { type: "line"; line: LineState }
  | { type: "went"; place: Place; room?: string | null; outside?: Failure["code"] }
  | { type: "entered"; answer: Entered }
  | { type: "kept_out"; code: Refusal | null }
  | { type: "heard"; message: Message }
  /** Shown whole, for the first time. */
  | { type: "message"; message: Message; beat?: Beat | null }
  /** Shown, but nothing is new in it: on the way to the next one, or after that. */
  | { type: "beat"; message: Message; beat: Beat | null }
  | { type: "predictions"; own: OwnPredictions }
  | { type: "waiting"; commands: readonly Unanswered[] }
  | { type: "trouble"; trouble: Trouble | null }
  | { type: "asking"; request: number; name: string }
  | { type: "asking_over"; turnedAway: string | null }
  | { type: "notice_over"; id: number }
  | { type: "key"; shown: boolean }
  | { type: "select"; position: number | null }
  | { type: "note"; position: number }
  | { type: "tapping"; tapping: Tapping }
  | { type: "draft"; draft: Partial<Draft> }
  | { type: "meant"; position: number }
  | { type: "new_room"; newRoom: NewRoomDraft }
  | { type: "bot_style"; style: BotStyle }
  | { type: "with_bots" }
  | { type: "decks"; decks: readonly OfferedDeck[] }
  | { type: "sheet"; sheet: Sheet | null };

export function begin(room: string | null): State {
  return {
    line: "connecting",
    place: room === null ? "start" : "opening",
    room,
    you: null,
    urls: null,
    casts: false,
    counts: false,
    keptOut: null,
    message: null,
    beat: null,
    newest: null,
    predictions: null,
    newestPredictions: null,
    waiting: [],
    trouble: null,
    outside: null,
    asking: null,
    turnedAway: null,
    notices: [],
    keyShown: false,
    selected: null,
    notes: [],
    tapping: "touch",
    draft: NO_DRAFT,
    newRoom: { settings: PRESETS.classic, decks: null, language: null },
    botStyle: "normal",
    withBots: false,
    decks: null,
    sheet: null,
  };
}

export function reduce(state: State, change: Change): State {
  switch (change.type) {
    case "line":
      return { ...state, line: change.line };
    case "went":
      return went(state, change);
    case "entered":
      return entered(state, change.answer);
    case "kept_out":
      return { ...state, keptOut: change.code };
    case "heard":
      return heard(state, change.message);
    case "message":
      return withPredictions(withMessage(state, change.message, change.beat ?? null));
    case "beat":
      return { ...state, message: change.message, beat: change.beat };
    case "predictions":
      return withPredictions({ ...state, newestPredictions: change.own });
    case "waiting":
      return { ...state, waiting: change.commands };
    case "trouble":
      return { ...state, trouble: change.trouble };
    case "asking":
      return withAsking({ ...state, turnedAway: null }, change);
    case "asking_over":
      return { ...state, asking: null, turnedAway: change.turnedAway };
    case "notice_over":
      return { ...state, notices: state.notices.filter((notice) => notice.id !== change.id) };
    case "key":
      return { ...state, keyShown: change.shown, sheet: change.shown || !tellsOfKey(state.sheet) ? state.sheet : null };
    case "select":
      return { ...state, selected: change.position, trouble: null };
    case "note":
      return { ...state, notes: toggled(state.notes, change.position) };
    case "tapping":
      return { ...state, tapping: change.tapping, selected: null };
    case "draft":
      return { ...state, draft: { ...state.draft, ...change.draft }, trouble: null };
    case "meant":
      return { ...state, draft: withMeant(state.draft, change.position) };
    case "new_room":
      return { ...state, newRoom: change.newRoom, trouble: null };
    case "bot_style":
      return { ...state, botStyle: change.style };
    case "with_bots":
      return { ...state, withBots: true };
    case "decks":
      return { ...state, decks: change.decks };
    case "sheet":
      return { ...state, sheet: change.sheet, trouble: null };
  }
}

function toggled(all: readonly number[], one: number): readonly number[] {
  return all.indexOf(one) < 0 ? [...all, one] : all.filter((it) => it !== one);
}

/** One card more is meant, or one less; the number follows until it is chosen. */
function withMeant(draft: Draft, position: number): Draft {
  const meant = toggled(draft.meant, position);
  const proposed = meant.length === 0 ? NO_DRAFT.number : String(Math.min(meant.length, HIGHEST_NUMBER));
  return { ...draft, meant, number: draft.chosen ? draft.number : proposed };
}

function went(state: State, change: Extract<Change, { type: "went" }>): State {
  const room = change.room === undefined ? state.room : change.room;
  const outside = change.outside ?? null;
  const away = { you: null, keyShown: false, selected: null, sheet: null };
  return { ...state, ...away, place: change.place, room, outside };
}

function entered(state: State, answer: Entered): State {
  return {
    ...state,
    place: answer.you === null ? "door" : "inside",
    room: answer.room,
    you: answer.you,
    urls: { join: answer.join_url, tv: answer.tv_url },
    casts: answer.casts,
    counts: answer.counts,
    predictions: answer.predictions,
    newestPredictions: answer.predictions,
    outside: null,
    asking: answer.you === null ? state.asking : null,
  };
}

function withAsking(state: State, { request, name }: { request: number; name: string }): State {
  return { ...state, asking: { request, name, seen: lists(state.newest, request) } };
}

/** The newest message is here, not yet on the screen; what was chosen on another board is put back. */
function heard(state: State, message: Message): State {
  const { newest, asking } = state;
  const moved = newest !== null && newest.step !== message.step;
  return {
    ...state,
    newest: message,
    selected: moved ? null : state.selected,
    tapping: moved ? "touch" : state.tapping,
    asking: asking && { ...asking, seen: asking.seen || lists(message, asking.request) },
  };
}

/** Another view is on the screen. */
function withMessage(before: State, message: Message, beat: Beat | null): State {
  const ahead = before.newest !== null && before.newest.audience === message.audience && before.newest.n > message.n;
  const state = ahead ? before : heard(before, message);
  const former = state.message;
  return {
    ...state,
    message,
    beat,
    selected: sameTurn(former, message) ? state.selected : null,
    notes: former?.view.lobby.games === message.view.lobby.games ? state.notes : [],
    draft: draftOn(state, message),
    keyShown: state.keyShown && sameKey(former, message),
    sheet: state.sheet !== null && isOver(state.sheet, message, sameTurn(former, message)) ? null : state.sheet,
    // Who sat down where before the deal is old by now.
    notices: withNotices(former?.view.lobby.games === message.view.lobby.games ? state : { ...state, notices: [] }, message),
  };
}

/** Whether nothing can be done in this sheet any more. */
function isOver(sheet: Sheet, { view: { game, lobby } }: Message, sameTurn: boolean): boolean {
  if (lobby.lost !== null) return sheet !== "howto";
  if (tellsOfKey(sheet)) return !sameTurn || game === null || game.phase !== "clue";
  return sheet === "next" && game !== null && game.result === null;
}

/** Covered with the key. */
function tellsOfKey(sheet: Sheet | null): boolean {
  return sheet === "coach" || sheet === "ideas";
}

/** A key that is on the screen stays there only for the same seat in the same game. */
function sameKey(former: Message | null, message: Message): boolean {
  return (
    former !== null &&
    former.audience === message.audience &&
    former.view.kind === message.view.kind &&
    former.view.lobby.games === message.view.lobby.games
  );
}

/** A clue that is being thought of goes with its turn; one that the rival has, is here after a reload. */
function draftOn({ draft, message: former, you }: State, message: Message): Draft {
  const { view } = message;
  const asked = view.kind === "key" && view.question?.giver === you ? view.question.clue : null;
  if (former === null && asked !== null) {
    return { ...NO_DRAFT, word: asked.word ?? "", number: String(asked.number), chosen: true };
  }
  return sameTurn(former, message) ? draft : NO_DRAFT;
}

function sameTurn(former: Message | null, { view }: Message): boolean {
  const turns = former?.view.game?.turns.length;
  return turns === view.game?.turns.length && former?.view.lobby.games === view.lobby.games;
}

/** A judgement comes after the view with its touch: it is shown once that is. */
function withPredictions(state: State): State {
  const behind = state.newest !== null && state.message?.n !== state.newest.n;
  return behind ? state : { ...state, predictions: state.newestPredictions };
}

function lists(message: Message | null, request: number): boolean {
  return message !== null && message.view.lobby.requests.some((asked) => asked.id === request);
}

/** Whether the request that this browser waits for has been answered. */
export function answered(state: State): boolean {
  const { asking, newest } = state;
  return asking !== null && asking.seen && newest !== null && !lists(newest, asking.request);
}

// What is worth a line on a phone; the rest is seen on the board anyway.
const NOTED: readonly Happening["kind"][] = [
  "player_left",
  "host_changed",
  "touch_undone",
  "clue_corrected",
  "codename_exchanged",
  "clue_challenged",
  "challenge_withdrawn",
  "clue_struck",
  "card_covered",
  "penalty_declined",
  "sand_turned",
];
/** Why a turn ended, where no card shows it. */
const UNSEEN_ENDS: readonly TurnEnd[] = ["time", "invalid_clue"];
const MOST_NOTICES = 3;
let nextNotice = 1;

function isNoted(it: Happening, { game }: View): boolean {
  if (it.kind === "seat_taken") return it.sees_key;
  if (it.kind !== "turn_ended") return NOTED.indexOf(it.kind) >= 0;
  // That time was up at the simulated opponent's turn is told with its agent.
  if (it.team === "blue" && game?.settings.mode === "coop") return false;
  // Each turn of a duet costs a token.
  return UNSEEN_ENDS.indexOf(it.why) >= 0 || (game !== null && game.duet !== null && game.result === null);
}

/** Whoever exchanges a codename withdraws a question of their own. */
function isWithdrawn(former: Message | null, { view }: Message): boolean {
  const asked = former?.view.kind === "key" ? former.view.question : null;
  return asked !== null && !asked.rejected && view.kind === "key" && view.question === null;
}

function withNotices({ notices, you, message: former }: State, message: Message): readonly Notice[] {
  const own = message.view.lobby.players.find(({ id }) => id === you)?.name;
  const fresh = message.happened
    .filter((it) => isNoted(it, message.view))
    // One's own doing is no news.
    .filter((it) => !("name" in it) || it.name !== own)
    .map((happening) => ({
      id: nextNotice++,
      happening,
      withdrawn: happening.kind === "codename_exchanged" && isWithdrawn(former, message),
    }));
  return fresh.length === 0 ? notices : [...notices, ...fresh].slice(-MOST_NOTICES);
}
