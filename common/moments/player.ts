/**
 * The one queue of moments, and the only clock in it: messages come in as they are heard, and go out beat by
 * beat (score.ts). Whoever is late sees the end state at once: a page that came just now or came back (its
 * messages are not consecutive), one that nobody looks at, and one that lags. Only what follows an end state (a sweep, the
 * finale) is still played to those who lag.
 *
 * A move with its message shown whole has told all it has; what is left of its beats (a sweep, the finale) gives
 * way to the next move, and goes on under what moves nothing. A move that is not yet told is played to that point.
 *
 * What a person does never waits for this. The page sends commands with the step of the message heard last, see
 * controller/src/state.ts.
 */
import type { Message } from "../wire";
import type { Cue } from "./cues";
import { mixed, scoreOf } from "./score";
import type { Beat } from "./score";
import { timesOf } from "./times";
import type { Times } from "./times";

/** Where it is played. */
export interface Stage {
  /** Draw this, though it is not yet what the message says; or what was told already, in another beat. */
  show(message: Message, beat: Beat | null): void;
  /** Draw this message, whole for the first time: now it may be said what happened. */
  tell(message: Message, beat: Beat | null): void;
  cue(cue: Cue): void;
  /** Whether nobody can see it. */
  hidden(): boolean;
}

export interface Clock {
  /** Milliseconds from any beginning. */
  now(): number;
  /** Have something done later; gives what calls it off. */
  after(milliseconds: number, then: () => void): () => void;
  /** How long the beats of the next move are. */
  times(): Times;
}

/** Moves that may wait, and for how long (ms): beyond that the page lags. */
export const MOST_WAITING = 3;
export const LONGEST_WAIT = 3000;

const CLOCK: Clock = {
  now: () => Date.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
  times: timesOf,
};

interface Waiting {
  message: Message;
  since: number;
}

export class Player {
  private waiting: Waiting[] = [];
  /** Heard last; on its way from what was told last. */
  private heard: Message | null;
  private coming: Message | null = null;
  private beat: Beat | null = null;
  private beats: readonly Beat[] = [];
  private callOff: () => void = () => undefined;

  /** `told`: what the stage shows already. */
  constructor(
    private readonly stage: Stage,
    private told: Message | null = null,
    private readonly clock: Clock = CLOCK,
  ) {
    this.heard = told;
  }

  hear(message: Message): void {
    const former = this.heard;
    this.heard = message;
    const follows = former !== null && former.audience === message.audience && message.n === former.n + 1;
    // What was on its way before a gap is over: it does not lead here.
    if (!follows) [this.waiting, this.coming] = [[], null];
    this.waiting.push({ message, since: this.clock.now() });
    const moves = this.waiting.filter((it) => it.message.happened.length > 0);
    if (!follows || this.stage.hidden()) this.skip();
    else if (moves.length > MOST_WAITING) this.catchUp();
    else this.goOn();
  }

  /** To the end state, at once. */
  skip(): void {
    this.stop();
    const late = this.waiting.map(({ message }) => message);
    if (this.coming !== null) late.unshift(this.coming);
    this.coming = null;
    this.waiting = [];
    for (const message of late) this.tell(message);
    if (late.length === 0 && this.told !== null) this.stage.show(this.told, null);
  }

  /** To the end state at once, and on from there. */
  private catchUp(): void {
    const [former, last] = [this.coming ?? this.told, ...this.waiting.map(({ message }) => message)].slice(-2);
    this.skip();
    if (former == null || last == null) return;
    const beats = scoreOf(former, last, this.clock.times());
    this.beats = beats.filter(({ shows, kind }) => shows === "all" && kind !== "rest");
    if (this.beats.length > 0) this.step();
  }

  /** Forget everything: another room. */
  clear(): void {
    this.stop();
    this.waiting = [];
    this.heard = this.told = this.coming = null;
  }

  /** What waits, as far as it may be played now. */
  private goOn(): void {
    for (let next = this.waiting[0]; next !== undefined && this.coming === null; next = this.waiting[0]) {
      const { message, since } = next;
      const beats = this.told === null ? [] : scoreOf(this.told, message, this.clock.times());
      if (beats.every(({ ms }) => ms === 0)) {
        this.waiting.shift();
        this.tell(message);
        for (const beat of beats) beat.cues.forEach((cue) => this.stage.cue(cue));
      } else if (this.clock.now() - since > LONGEST_WAIT) {
        return this.catchUp();
      } else {
        this.waiting.shift();
        this.stop();
        this.coming = message;
        this.beats = beats;
        this.step();
      }
    }
  }

  /** The next beat. */
  private step(): void {
    const [beat, ...rest] = this.beats;
    this.beats = rest;
    this.beat = beat ?? null;
    const { coming, told } = this;
    if (beat?.shows === "all" && coming !== null) {
      this.coming = null;
      this.tell(coming);
    } else if (told !== null) {
      this.stage.show(coming === null || beat === undefined ? told : mixed(told, coming, beat), this.beat);
    }
    if (beat === undefined) return this.goOn();
    beat.cues.forEach((cue) => this.stage.cue(cue));
    this.callOff = this.clock.after(beat.ms, () => this.step());
    if (this.coming === null) this.goOn();
  }

  private tell(message: Message): void {
    this.told = message;
    this.stage.tell(message, this.beat);
  }

  private stop(): void {
    this.callOff();
    this.beats = [];
    this.beat = null;
  }
}
