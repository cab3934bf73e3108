/**
 * The line between a page and the server. Both pages use it; it knows nothing of the game.
 *
 *     const line = connect({
 *       view: (message) => draw(message),       // the newest snapshot; older ones never come
 *       state: (state) => …,                    // "connecting" | "online" | "offline"
 *       entered: (answer, name) => …,           // after every successful (re)entry
 *       refused: (refusal, name) => …,          // the entrance was refused: it is not tried again
 *       waiting: (commands) => …,               // what is unanswered: the page shows it as pending
 *     });
 *     line.enter("watch", { room: "BKTM" });    // a shared screen needs nothing more than this
 *
 * The entrance is remembered and said again after every reconnect, when the server says `gone`, and
 * when the phone wakes up; `create`, `join` and `become_host` turn into `enter` once they succeed.
 * A lost connection comes back by itself, at once when the page becomes visible or the network
 * returns. Where the server sends us on (it is being stopped, another one has the room), nobody is told,
 * unless it takes long.
 *
 *     const answer = await line.command("take_seat", { seat: "red_operative" });
 *     if ("error" in answer) show(answer.error.code);
 *
 * A command gets a `cmd_id` and waits until it is answered: sent while offline it is held, lost on
 * the way it is sent again with the same id, which the server never does twice. What a connection
 * ended on is sent again alone, so that the next one tells whether it was the reason; what ended two
 * is given up. Its promise always settles: with the server's answer, or with an `OwnCode`.
 * `line.cast("show_on_tv", { device })` is held in the same way; it needs no id.
 *
 *     const answer = await line.ask("list_tvs", {});
 *
 * A question is asked now or not at all: without a connection, or when it breaks before the answer
 * comes, it is "client/dropped" at once. It does not count as waiting.
 */

import { PROTOCOL } from "../wire";
import type {
  AskCoach,
  AskToReturn,
  Asked,
  CastReason,
  Casting,
  CoachAnswer,
  Commands,
  Entered,
  Entrances,
  Exported,
  Failure,
  ClueIdeas,
  JudgeClue,
  Judged,
  Message,
  OpenedBook,
  OpenedPage,
  OpenedStatistics,
  OwnPredictions,
  React,
  Reaction,
  Readings,
  Refusal,
  Report,
  ShownReaction,
  TelevisionList,
} from "../wire";
import { readMessage } from "./reading";
import { ServerClock, stopwatch } from "./server-clock";
import { ServerSocket, addressOf } from "./socket";
import type { Socket } from "./socket";

/** Why nothing was done: by the server, or by this page itself. */
export type Trouble = Omit<Failure, "code"> & { code: Refusal | CastReason | OwnCode };
export type OwnCode =
  /** The page entered elsewhere, or was not connected for a question. */
  | "client/dropped"
  /** Longer than the server takes. */
  | "client/too_long"
  /** Two connections ended while it was delivered; whether it was done shows the view. */
  | "client/undelivered";
export type Answer = { ok: true } | { error: Trouble };
export type LineState = "connecting" | "online" | "offline";
/** What is asked without being held: sent again it would be another question. */
export interface Questions {
  list_tvs: { asks: Casting["list_tvs"]; answer: TelevisionList };
  judge_clue: { asks: JudgeClue; answer: Judged };
  ask_coach: { asks: Pick<AskCoach, "word">; answer: CoachAnswer };
  ask_ideas: { asks: Record<string, never>; answer: ClueIdeas };
  react: { asks: React; answer: { ok: true } };
  report: { asks: Report; answer: { ok: true } };
  /** What the book answers is to be read by `common/book/reading.ts`. */
  open_book: { asks: Readings["open_book"]; answer: OpenedBook };
  open_page: { asks: Readings["open_page"]; answer: OpenedPage };
  export_game: { asks: Readings["export_game"]; answer: Exported };
  open_statistics: { asks: Readings["open_statistics"]; answer: OpenedStatistics };
}
export type EntranceName = Exclude<keyof Entrances, "ask_to_return">;

/** A command that the server has not answered yet. */
export interface Unanswered {
  name: string;
  fields: object;
}

export interface Handlers {
  view(message: Message): void;
  state?(state: LineState): void;
  /** Somebody reacts, for a shared screen to show. */
  reaction?(reaction: Reaction): void;
  /** What this person predicted, and what came of it; nobody else is told. */
  predictions?(own: OwnPredictions): void;
  /** Why the server lets nobody in just now, if it says so; null: it has let this page in. */
  keptOut?(code: Refusal | null): void;
  /** `latency`: milliseconds from the entrance to its answer. */
  entered?(answer: Entered, name: EntranceName, latency: number): void;
  refused?(refusal: Failure, name: EntranceName): void;
  waiting?(commands: readonly Unanswered[]): void;
}

export interface Line {
  /** Belong to a room from now on, instead of any former one. */
  enter<Name extends EntranceName>(name: Name, fields: Omit<Entrances[Name], "protocol">): void;
  /** Do something once. */
  command<Name extends keyof Commands>(
    name: Name,
    fields: Omit<Commands[Name], "cmd_id">,
  ): Promise<Answer>;
  /** Do something with the televisions; said twice it is done once. */
  cast<Name extends Exclude<keyof Casting, "list_tvs">>(
    name: Name,
    fields: Casting[Name],
  ): Promise<Answer>;
  /** Ask now or not at all. */
  ask<Name extends keyof Questions>(
    name: Name,
    fields: Questions[Name]["asks"],
  ): Promise<Questions[Name]["answer"] | { error: Trouble }>;
  /** Ask for a former seat; asked again after a reconnect. */
  askToReturn(fields: Omit<AskToReturn, "protocol">): Promise<Asked | { error: Trouble }>;
  /** The server's clock, in Unix milliseconds, as far as the entries told; it goes on evenly. */
  serverNow(): number;
  /** Say goodbye: nothing is called any more. */
  close(): void;
}

/** How long an answer may take before the connection counts as dead, in milliseconds. */
export const PATIENCE = 5000;
/** The same for the question "are you still there?" after the phone woke up. */
export const PATIENCE_AFTER_WAKING = 1200;
const PAUSE_BEFORE_RETRY = 1000;
/** How long being sent on to another server may take until it counts as being offline (ms). */
export const PATIENCE_WHEN_MOVED = 1500;
const DROPPED = own("client/dropped");
const TOO_LONG = own("client/too_long");
const UNDELIVERED = own("client/undelivered");

/** Connections that may end on one command. */
const MOST_ENDED = 2;

/** Refusals that say nothing about the seat: the entrance is simply tried again. */
const PASSING: readonly Failure["code"][] = ["server/not_saved", "server/fault", "wire/too_many"];

/** So many calls come to nothing before it is asked why. */
export const CALLS_UNTIL_ASKING = 3;

/** Why the server may turn away whoever calls: everybody, or this address. */
const TURNED_AWAY: readonly Refusal[] = ["server/crowded", "wire/too_many"];

/** What tells that the phone woke up or that the network came back. */
const WAKING: [() => EventTarget, string][] = [
  [() => document, "visibilitychange"],
  [() => window, "pageshow"],
  [() => window, "online"],
  [() => window, "focus"],
];

interface Waiting extends Unanswered {
  data: object;
  answered(answer: Reply): void;
  /** The era and the connection in which it was sent last. */
  era: number;
  call: number;
  /** How many connections ended before it was answered. */
  ended: number;
}

interface Entrance {
  name: EntranceName;
  data: { protocol: number; room?: string; token?: string; screen?: string };
}

/** Any acknowledgement of the server. */
type Reply = { ok: true } | { error: Trouble };

function own(code: OwnCode): Trouble {
  return { code, detail: "", problems: [], findings: [] };
}

/** `bytes` random bytes in base64url; works without a secure context. */
export function randomId(bytes: number): string {
  const raw = Array.from(crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(String.fromCharCode(...raw)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** Why the server takes no call of this phone's; null: it would. */
async function reason(): Promise<Refusal | null> {
  const answer = await fetch("/healthz");
  if (answer.ok) return (await answer.json()).welcome === false ? "wire/too_many" : null;
  const code = (await answer.text()).split(":")[0];
  return TURNED_AWAY.find((known) => known === code) ?? null;
}

export function connect(
  handlers: Handlers,
  socket: Socket = new ServerSocket(addressOf(location)),
): Line {
  return new Talk(handlers, socket);
}

class Talk implements Line {
  private entrance: Entrance | null = null;
  private state: LineState = "connecting";
  private inside = false;
  private closed = false;
  private readonly clock = new ServerClock();
  private wokeAt = -Infinity;
  /** When it dialled for the first time; null: nobody has said yet where to. */
  private openedAt: number | null = null;
  /** Until it ends nobody is told that the line is gone. */
  private quiet: ReturnType<typeof setTimeout> | undefined;
  /** The room for which we called once more, as the connection's address did not name it. */
  private movedFor: string | null = null;
  private queue: Waiting[] = [];
  private asked = new Set<(answer: Reply) => void>();
  private newest = new Map<string, number>();
  private readonly timers = new Set<ReturnType<typeof setTimeout>>();
  /** Counts entries and connections: what was meant for a former one is ignored. */
  private era = 0;
  /** Counts connections. */
  private call = 0;
  /** Calls in a row that came to nothing. */
  private failed = 0;
  private asking = false;

  constructor(
    private readonly handlers: Handlers,
    private readonly socket: Socket,
  ) {
    socket.on("connect", () => this.sayEntrance());
    socket.on("disconnect", (moved) => this.lost(moved === true));
    socket.on("connect_error", () => {
      this.lost();
      // Mostly it is the network, and passes; nobody adds to the crowd at every call.
      if (++this.failed % CALLS_UNTIL_ASKING === 0) this.askWhy();
    });
    socket.on("gone", () => this.after(200, () => this.sayEntrance()));
    socket.on("reaction", (shown) => {
      if (!this.closed) handlers.reaction?.((shown as ShownReaction).reaction);
    });
    socket.on("predictions", (own) => {
      if (!this.closed) handlers.predictions?.(own as OwnPredictions);
    });
    socket.on("view", (message) => this.hear(readMessage(message)));
    for (const [target, event] of WAKING) target().addEventListener(event, this.wake);
  }

  enter<Name extends EntranceName>(name: Name, fields: Omit<Entrances[Name], "protocol">): void {
    this.entrance = { name, data: { protocol: PROTOCOL, ...fields } };
    this.socket.room = this.entrance.data.room ?? null;
    this.drop({ error: DROPPED });
    if (this.socket.connected) return this.sayEntrance();
    this.openedAt ??= stopwatch();
    this.socket.connect();
  }

  command<Name extends keyof Commands>(
    name: Name,
    fields: Omit<Commands[Name], "cmd_id">,
  ): Promise<Answer> {
    return this.say(name, fields, { cmd_id: randomId(12), ...fields });
  }

  cast(name: keyof Casting, fields: object): Promise<Answer> {
    return this.say(name, fields, fields);
  }

  ask<Name extends keyof Questions>(
    name: Name,
    fields: Questions[Name]["asks"],
  ): Promise<Questions[Name]["answer"] | { error: Trouble }> {
    return new Promise<Reply>((answered) => {
      if (!this.inside) return answered({ error: DROPPED });
      this.asked.add(answered);
      this.send(name, fields, PATIENCE, (answer) => {
        this.asked.delete(answered);
        answered(answer);
      });
    }) as Promise<never>;
  }

  askToReturn(fields: Omit<AskToReturn, "protocol">): Promise<Asked | { error: Trouble }> {
    const answer = this.say("ask_to_return", fields, { protocol: PROTOCOL, ...fields });
    return answer as Promise<Asked | { error: Trouble }>;
  }

  serverNow(): number {
    return this.clock.now();
  }

  close(): void {
    this.closed = true;
    this.dropQuestions();
    this.stopTimers();
    this.stopQuiet();
    for (const [target, event] of WAKING) target().removeEventListener(event, this.wake);
    this.socket.disconnect();
  }

  // Coming in.

  private sayEntrance(): void {
    const era = ++this.era;
    this.inside = false;
    this.newest.clear();
    const entrance = this.entrance;
    if (entrance === null) return;
    const sentAt = stopwatch();
    this.send(entrance.name, entrance.data, PATIENCE, (answer) => {
      if (era !== this.era) return;
      if ("error" in answer) this.entranceRefused(answer.error as Failure, entrance.name);
      else this.cameIn(answer as Entered, entrance, sentAt);
    });
  }

  private cameIn(answer: Entered, entrance: Entrance, sentAt: number): void {
    this.inside = true;
    const latency = Math.round(stopwatch() - sentAt);
    this.clock.heard(answer.now, sentAt, stopwatch());
    const again = { protocol: PROTOCOL, room: answer.room };
    const token = entrance.data.token;
    if (token !== undefined) this.entrance = { name: "enter", data: { ...again, token } };
    const { screen } = answer;
    if (screen != null) this.entrance = { name: "watch", data: { ...again, screen } };
    this.handlers.entered?.(answer, entrance.name, latency);
    this.failed = 0;
    this.handlers.keptOut?.(null);
    this.stopQuiet();
    this.turn("online");
    this.socket.room = answer.room;
    if (answer.elsewhere && this.movedFor !== answer.room) this.moveTo(answer.room);
    else this.deliver();
  }

  private entranceRefused(refusal: Failure, name: EntranceName): void {
    if (PASSING.indexOf(refusal.code) >= 0) {
      this.after(PAUSE_BEFORE_RETRY, () => this.sayEntrance());
      return;
    }
    this.stopQuiet();
    this.entrance = null;
    this.drop({ error: refusal });
    this.handlers.refused?.(refusal, name);
  }

  // Commands.

  private say(name: string, fields: object, data: object): Promise<Reply> {
    return new Promise((answered) => {
      this.queue.push({ name, fields, data, answered, era: -1, call: -1, ended: 0 });
      this.tellWaiting();
      this.deliver();
    });
  }

  /** Say what has not been said since we came in; what a connection ended on goes alone. */
  private deliver(): void {
    for (const waiting of this.queue.slice()) {
      if (!this.inside) return;
      if (waiting.era !== this.era) this.sendWaiting(waiting);
      if (waiting.ended > 0 && this.queue.indexOf(waiting) >= 0) return;
    }
  }

  private sendWaiting(waiting: Waiting): void {
    const call = this.call;
    waiting.era = this.era;
    this.send(waiting.name, waiting.data, PATIENCE, (answer) => {
      if (this.queue.indexOf(waiting) < 0) return;
      if ("error" in answer && answer.error.code === "wire/not_entered") {
        // The server has forgotten this connection: come in again, then everything is said again.
        if (this.inside) this.sayEntrance();
        return;
      }
      this.settle(waiting, answer);
      this.deliver();
    });
    if (this.call === call) waiting.call = call; // else it was found out that it is gone already
  }

  private settle(waiting: Waiting, answer: Reply): void {
    this.queue = this.queue.filter((other) => other !== waiting);
    waiting.answered(answer);
    this.tellWaiting();
  }

  /** The connection ended on what was said and not answered. */
  private blame(): void {
    for (const waiting of this.queue.filter(({ call }) => call === this.call)) {
      if (++waiting.ended >= MOST_ENDED) this.settle(waiting, { error: UNDELIVERED });
    }
  }

  private drop(answer: Reply): void {
    if (this.queue.length === 0) return;
    for (const waiting of this.queue) waiting.answered(answer);
    this.queue = [];
    this.tellWaiting();
  }

  private dropQuestions(): void {
    for (const answered of this.asked) answered({ error: DROPPED });
    this.asked.clear();
  }

  private tellWaiting(): void {
    this.handlers.waiting?.(this.queue.map(({ name, fields }) => ({ name, fields })));
  }

  // What the server says.

  private hear(message: Message): void {
    if (this.closed || message.n < (this.newest.get(message.audience) ?? 0)) return;
    this.newest.set(message.audience, message.n);
    this.handlers.view(message);
  }

  // The connection itself.

  /** Emits with an acknowledgement; a connection that leaves it unanswered is replaced. */
  private send(name: string, data: object, patience: number, then: (answer: Reply) => void): void {
    const timer = this.after(patience, () => this.replace());
    const said = this.socket.emit(name, data, (answer) => {
      this.forget(timer);
      if (!this.closed) then(answer as Reply);
    });
    if (said) return;
    this.forget(timer);
    then({ error: TOO_LONG });
  }

  /** A call came to nothing: over HTTP the server may say why it takes nobody. */
  private askWhy(): void {
    const { keptOut } = this.handlers;
    if (keptOut === undefined || this.asking) return;
    this.asking = true;
    reason()
      .then((code) => this.inside || this.closed || keptOut(code))
      .catch(() => undefined) // not even that is answered
      .then(() => (this.asking = false));
  }

  private lost(moved = false): void {
    if (this.closed) return;
    this.era++;
    this.inside = false;
    this.dropQuestions();
    if (moved) this.beQuiet();
    else this.blame();
    this.call++;
    this.stopTimers();
    if (this.state === "online" && this.quiet === undefined) this.turn("offline");
    // Refused or seen out by the server, a socket does not come back of its own accord.
    if (!this.socket.active) this.after(PAUSE_BEFORE_RETRY, () => this.socket.connect());
  }

  /** Hang up and dial anew: also ends the wait before the next attempt. */
  private replace(): void {
    this.socket.disconnect();
    this.lost();
    this.stopTimers();
    this.socket.connect();
  }

  /** Call anew, with this room in the address: it may lead to another server. */
  private moveTo(room: string): void {
    this.movedFor = room;
    this.beQuiet();
    this.replace();
  }

  /** It will be back in a moment: only if not, the line counts as gone. */
  private beQuiet(): void {
    this.quiet ??= setTimeout(() => {
      this.quiet = undefined;
      if (this.state === "online") this.turn("offline");
    }, PATIENCE_WHEN_MOVED);
  }

  private stopQuiet(): void {
    clearTimeout(this.quiet);
    this.quiet = undefined;
  }

  /** The phone woke up or the network came back: the connection may be dead without knowing. */
  private readonly wake = (): void => {
    if (this.closed || this.openedAt === null || document.visibilityState === "hidden") return;
    // One waking comes as several events.
    if (stopwatch() - this.wokeAt < 250) return;
    this.wokeAt = stopwatch();
    if (!this.socket.connected) {
      // A page that opens is shown and gets the focus, too: the first call is still on its way.
      const opening = this.state === "connecting" && this.wokeAt - this.openedAt < PATIENCE_AFTER_WAKING;
      if (!opening) this.replace();
    } else if (this.inside && this.entrance !== null) {
      const sentAt = this.wokeAt;
      this.send(this.entrance.name, this.entrance.data, PATIENCE_AFTER_WAKING, (answer) => {
        if (!("error" in answer)) this.clock.heard((answer as Entered).now, sentAt, stopwatch());
      });
    }
  };

  private turn(state: LineState): void {
    if (this.state === state) return;
    this.state = state;
    this.handlers.state?.(state);
  }

  private after(milliseconds: number, then: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, milliseconds);
    this.timers.add(timer);
    return timer;
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private forget(timer: ReturnType<typeof setTimeout>): void {
    clearTimeout(timer);
    this.timers.delete(timer);
  }
}
