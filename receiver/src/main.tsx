/** The TV's page: watches one room and draws it. It sends no game command and computes no rules. */
import { render } from "preact";

import { startAgainLater } from "../../common/connection/again";
import { connect } from "../../common/connection/connection";
import { languageOf, nearestLanguage } from "../../common/language/languages";
import type { Language } from "../../common/language/languages";
import { markDocument } from "../../common/language/words";
import { Moments } from "../../common/moments/moments";
import type { Message } from "../../common/wire";
import { Announcer } from "./announcements/announcer";
import type { Pages } from "./book/props";
import { ClockSounds } from "./clock/clock-sounds";
import { goTo, rememberRoom, roomOf } from "./entry/route";
import { announcements, fetchSpectacle } from "./moments/later";
import { Stage } from "./stage";
import { entered, refused, shown, START, turnedTo } from "./state";
import type { State } from "./state";
import { driftSlowly } from "./television/drift";
import type { Keeper } from "./television/keeper";
import { keepProof, proof } from "./television/proof";
import { fetchWords, speakWith, spoken } from "./words";
import "./styles/index.css";

/** A refused room may be there again: after a backup was restored, for example (ms). */
const TRY_AGAIN = 15_000;

/** How long the screen may stay dark while the room is asked for (ms). */
const SOON = 600;

const page = document.getElementById("page") as HTMLElement;
let state: State = START;
let wanted: Language = nearestLanguage(navigator.languages);
let retry: ReturnType<typeof setTimeout> | undefined;
/** What keeps the screen awake, and what is heard, once they are here. */
let keeper: Keeper | null = null;
let sound: typeof import("./sound/sound") | null = null;

function show(change: Partial<State>): void {
  state = { ...state, ...change };
  draw();
}

function draw(): void {
  if (spoken() !== null) render(<Stage state={state} watch={watch} now={now} pages={pages} />, page);
}

const announcer = new Announcer((announcement) => show({ announcement }));

const line = connect({
  view: hear,
  state: (lineState) => show({ line: lineState }),
  // Fetched with the first: the board comes before it.
  reaction: (reaction) => void import("./reactions/rising").then(({ rise }) => rise(reaction), () => undefined),
  entered: (answer, _name, took) => {
    rememberRoom(answer.room);
    if (answer.screen !== null) keepProof(answer.room, answer.screen);
    void keep(took);
    show(entered(state, answer));
  },
  refused: (refusal) => {
    forget();
    show(refused(state, refusal));
    const room = state.room;
    clearTimeout(retry);
    retry = setTimeout(() => room !== null && enter(room), TRY_AGAIN);
  },
});

const pages: Pages = (game) => line.ask("open_page", { game });

/** The server's time. */
function now(): number {
  return line.serverNow();
}

const clockSounds = new ClockSounds(now, (name) => sound?.play({ sound: name, n: 0 }));

const moments = new Moments({
  show: (message, beat) => show(shown(state, message, beat)),
  tell: (message, beat) => {
    show(shown(state, message, beat));
    void hearable();
    announce(message);
    clockSounds.follow(message.view.game?.clock ?? null, message.happened);
  },
  cue: (cue) => sound?.play(cue),
  hidden: () => document.hidden,
});

function hear(message: Message): void {
  // Somebody went back to typing a code, and the former room still talks.
  if (state.room === null) return;
  // Its words are on their way while the moment begins.
  void speak(roomLanguage(message));
  keeper?.news();
  moments.hear(message);
}

function announce(message: Message): void {
  void Promise.all([fetchSpectacle(), speak(roomLanguage(message))]).then(() => {
    const words = spoken();
    if (words !== null) announcer.say(announcements(message, words), message.step);
  });
}

function roomLanguage({ view }: Message): Language {
  return languageOf(view.lobby.language) ?? "en";
}

/** The words of a language; those from before stay while they are fetched, or if they can't be. Without any the page
 * starts again. */
async function speak(language: Language): Promise<void> {
  wanted = language;
  if (spoken()?.language === language) return;
  const loaded = await fetchWords(language).catch(() => null);
  if (loaded === null && spoken() === null) startAgainLater();
  if (loaded === null || wanted !== language) return;
  speakWith(loaded);
  markDocument(language);
  draw();
}

/** Show this room, typed or remembered. */
function watch(room: string): void {
  goTo(room);
  open(room);
}

function open(room: string | null): void {
  clearTimeout(retry);
  forget();
  show(turnedTo(state, room));
  if (room !== null) enter(room);
}

/** What was going on in another room. */
function forget(): void {
  keeper?.left();
  moments.clear();
  announcer.clear();
  clockSounds.follow(null);
  sound?.follow(null);
}

function enter(room: string): void {
  line.enter("watch", { room, ...proof(room) });
}

/** In a room the screen does not sleep, and the host may read how it is. What cannot be fetched now may be later. */
async function keep(latency: number): Promise<void> {
  if (keeper === null) {
    const loaded = await import("./television/keeper").catch(() => null);
    if (loaded === null) return;
    keeper ??= new loaded.Keeper({ say: (report) => void line.ask("report", report), now });
  }
  keeper.entered(latency);
}

/** The room as it is shown now has its sound. */
async function hearable(): Promise<void> {
  sound ??= await import("./sound/sound").catch(() => null);
  sound?.switchOn((silent) => show({ silent }));
  sound?.follow(state.message?.view ?? null);
}

window.addEventListener("popstate", () => open(roomOf(location.pathname)));
open(roomOf(location.pathname));
// A room knows its language; ours is for when there is none, or when it takes long.
setTimeout(() => spoken() === null && void speak(wanted), state.room === null ? 0 : SOON);
driftSlowly(page);
