/** Which room this screen shows: from its address, and remembered for the next evening. */

const REMEMBERED = "undercast.tv.room";
const MOST = 3;

/** The room's code in a path such as /tv/BKTM, in capitals; null at /tv. */
export function roomOf(path: string): string | null {
  const code = /^\/tv\/([^/]+)\/?$/.exec(path)?.[1];
  return code === undefined ? null : code.toUpperCase();
}

/** Show this room's address, so that reloading comes back to it. */
export function goTo(room: string | null): void {
  history.pushState(null, "", room === null ? "/tv" : `/tv/${encodeURIComponent(room)}`);
}

/** The rooms that this screen showed, the last one first, if it may remember. */
export function latestRooms(): readonly string[] {
  try {
    return (localStorage.getItem(REMEMBERED) ?? "").split(" ").filter((room) => room !== "");
  } catch {
    return [];
  }
}

/** Remember the room for next time; a browser that keeps nothing is no trouble. */
export function rememberRoom(room: string): void {
  keep([room, ...others(room)]);
}

/** There is no such room any more. */
export function forgetRoom(room: string): void {
  keep(others(room));
}

const others = (room: string): string[] => latestRooms().filter((it) => it !== room);

function keep(rooms: readonly string[]): void {
  try {
    localStorage.setItem(REMEMBERED, rooms.slice(0, MOST).join(" "));
  } catch {
    // Private windows and some televisions have no storage.
  }
}
