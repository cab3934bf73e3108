/** Which room this screen shows: from its address, and remembered for the next evening. */

const REMEMBERED = "undercast.tv.room";

/** The room's code in a path such as /tv/BKTM, in capitals; null at /tv. */
export function roomOf(path: string): string | null {
  const code = /^\/tv\/([^/]+)\/?$/.exec(path)?.[1];
  return code === undefined ? null : code.toUpperCase();
}

/** Show this room's address, so that reloading comes back to it. */
export function goTo(room: string | null): void {
  history.pushState(null, "", room === null ? "/tv" : `/tv/${encodeURIComponent(room)}`);
}

/** The room that this screen showed last, if it may remember. */
export function lastRoom(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

/** Remember the room for next time; a browser that keeps nothing is no trouble. */
export function rememberRoom(room: string): void {
  try {
    localStorage.setItem(REMEMBERED, room);
  } catch {
    // Private windows and some televisions have no storage.
  }
}
