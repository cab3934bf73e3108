/**
 * What the TV knows and shows, all of it. A snapshot from the server replaces the one before; what
 * `happened` only sets the passing things: a card that turns, an announcement, the curtain.
 */
import type { LineState } from "../../common/connection/connection";
import type { Entered, Failure, Happening, Message, Result } from "../../common/wire";

/** A card that turns just now, and to which side. */
export interface Turning {
  position: number;
  to: "revealed" | "hidden";
}

export interface State {
  /** The room asked for; null while the code is being typed. */
  room: string | null;
  /** Why the room last asked for cannot be shown. */
  refusal: Failure | null;
  line: LineState;
  /** The address for others to join. */
  joinUrl: string | null;
  message: Message | null;
  turning: Turning | null;
  announcement: string | null;
  /** How the game just ended, while that is an event. */
  curtain: Result | null;
}

export const START: State = {
  room: null,
  refusal: null,
  line: "connecting",
  joinUrl: null,
  message: null,
  turning: null,
  announcement: null,
  curtain: null,
};

/** The screen turns to another room, or to none. */
export function turnedTo(state: State, room: string | null): State {
  return { ...START, line: state.line, room };
}

/** The server lets us watch. */
export function entered(state: State, answer: Entered): State {
  return { ...state, room: answer.room, refusal: null, joinUrl: answer.join_url };
}

/** The server has no such room for us. */
export function refused(state: State, refusal: Failure): State {
  return { ...START, line: state.line, room: state.room, refusal };
}

/** A newer snapshot. */
export function heard(state: State, message: Message): State {
  const happened = message.happened;
  const over = message.view.game?.result != null;
  return {
    ...state,
    message,
    refusal: null,
    turning: turningAfter(state.turning, happened),
    curtain: over ? state.curtain : null,
  };
}

/** How the game ended just now: the moment for the curtain. Giving up is no spectacle. */
export function finale(happened: readonly Happening[]): Result | null {
  for (const event of happened) {
    if (event.kind === "game_ended" && event.result.ending !== "abandoned") return event.result;
  }
  return null;
}

function turningAfter(before: Turning | null, happened: readonly Happening[]): Turning | null {
  let turning = before;
  for (const event of happened) {
    if (event.kind === "game_dealt") turning = null;
    if (event.kind === "card_touched" || event.kind === "card_covered")
      turning = { position: event.position, to: "revealed" };
    if (event.kind === "touch_undone") turning = { position: event.position, to: "hidden" };
  }
  return turning;
}
