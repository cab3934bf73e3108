/** What this phone keeps between visits: a name, a language, a light, and one secret token a room. */
import { randomId } from "../../common/connection/connection";

interface KeptSeat {
  token: string;
  /** When this phone was last inside, for "back to"; 0 before it ever was. */
  at: number;
}

const NAME = "undercast.name";
const LANGUAGE = "undercast.language";
const LIGHT = "undercast.light";
const AWAKE = "undercast.awake";
const SEATS = "undercast.seats";
const COUNTED = "undercast.counted";
const LIBRARY = "undercast.library";
const TOKEN_BYTES = 24;
const MOST_SEATS = 30;

/** Where storage is forbidden, things are kept for as long as the page lives. */
const fallback = new Map<string, string>();

function read(key: string): string | null {
  const held = fallback.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    fallback.set(key, value);
  }
}

function seats(): Record<string, KeptSeat> {
  try {
    return JSON.parse(read(SEATS) ?? "{}") as Record<string, KeptSeat>;
  } catch {
    return {};
  }
}

function writeSeats(all: Record<string, KeptSeat>): void {
  const latest = Object.keys(all).sort((a, b) => (all[b]?.at ?? 0) - (all[a]?.at ?? 0));
  const kept: Record<string, KeptSeat> = {};
  for (const code of latest.slice(0, MOST_SEATS)) {
    const seat = all[code];
    if (seat !== undefined) kept[code] = seat;
  }
  write(SEATS, JSON.stringify(kept));
}

export const newToken = (): string => randomId(TOKEN_BYTES);

export const keptName = (): string => read(NAME) ?? "";
export const keepName = (name: string): void => write(NAME, name);

export const keptLanguage = (): string | null => read(LANGUAGE);
export const keepLanguage = (language: string): void => write(LANGUAGE, language);

export const keptLight = (): string | null => read(LIGHT);
export const keepLight = (light: string): void => write(LIGHT, light);

/** Whether it stays awake during games, if its person said so. */
export function keptAwake(): boolean | null {
  const kept = read(AWAKE);
  return kept === null ? null : kept === "yes";
}
export const keepAwake = (on: boolean): void => write(AWAKE, on ? "yes" : "no");

/** Whether its person wants to be counted by name in every room. */
export const keptCounted = (): boolean => read(COUNTED) === "yes";
export const keepCounted = (on: boolean): void => write(COUNTED, on ? "yes" : "no");

/** Shows which word lists of the server's library this browser kept. */
export function libraryToken(): string {
  const token = read(LIBRARY) ?? newToken();
  write(LIBRARY, token);
  return token;
}

/** The token for a room, or null for a room that this phone was never in. */
export const keptToken = (room: string): string | null => seats()[room]?.token ?? null;

/** The token for a room; a new one is made and kept before it is first used. */
export function tokenFor(room: string): string {
  const token = keptToken(room) ?? newToken();
  writeSeats({ ...seats(), [room]: { token, at: seats()[room]?.at ?? 0 } });
  return token;
}

/** This phone is inside a room with this token. */
export function keepSeat(room: string, token: string): void {
  writeSeats({ ...seats(), [room]: { token, at: Date.now() } });
}

export function forgetSeat(room: string): void {
  const all = seats();
  delete all[room];
  writeSeats(all);
}

/** Rooms that this phone was in lately, the last one first. */
export function latestRooms(most = 3): string[] {
  const day = 24 * 3600 * 1000;
  return Object.entries(seats())
    .filter(([, seat]) => seat.at > Date.now() - day)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, most)
    .map(([code]) => code);
}
