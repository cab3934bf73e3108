/**
 * What the TV knows and shows, all of it. The queue of moments (common/moments/player.ts) says what is on the
 * screen: which message, or what lies between two, and the beat that is played.
 */
import type { LineState } from "../../common/connection/connection";
import type { Beat } from "../../common/moments/score";
import type { Entered, Failure, Message } from "../../common/wire";

export interface State {
  /** The room asked for; null while the code is being typed. */
  room: string | null;
  /** Why the room last asked for cannot be shown. */
  refusal: Failure | null;
  line: LineState;
  /** The address for others to join. */
  joinUrl: string | null;
  /** What is drawn; the newest one that was heard may be ahead of it. */
  message: Message | null;
  /** What moves just now. */
  beat: Beat | null;
  announcement: string | null;
  /** Whether this browser wants a key to be pressed before it lets us be heard. */
  silent: boolean;
}

export const START: State = {
  room: null,
  refusal: null,
  line: "connecting",
  joinUrl: null,
  message: null,
  beat: null,
  announcement: null,
  silent: false,
};

/** The screen turns to another room, or to none. */
export function turnedTo(state: State, room: string | null): State {
  return { ...START, line: state.line, silent: state.silent, room };
}

/** The server lets us watch. */
export function entered(state: State, answer: Entered): State {
  return { ...state, room: answer.room, refusal: null, joinUrl: answer.join_url };
}

/** The server has no such room for us. */
export function refused(state: State, refusal: Failure): State {
  return { ...turnedTo(state, state.room), refusal };
}

/** Another beat, or another snapshot. */
export function shown(state: State, message: Message, beat: Beat | null): State {
  return { ...state, message, beat, refusal: null };
}
