/** The house, as its server tells a screen without a room: its address, its games, and whether one can be opened here. */
import type { Language } from "../../../common/language/languages";
import type { GameList, OpenGame, RoomForScreen } from "../../../common/wire";

/** How often the list is made anew (ms), and how long an answer may take. */
export const EVERY = 5000;
export const PATIENCE = 4000;

/** Asks for the games. Rejects when the server does not answer. */
export type AskHouse = () => Promise<GameList>;

export const askServer: AskHouse = () => answerTo<GameList>("/games");

/** With a page that sends no referrer, old Chromiums call the origin of a POST "null", which the server refuses. */
const POST: RequestInit = { method: "POST", referrerPolicy: "same-origin" };

/** Opens a room with nobody in it; its code. Rejects when the server does not open one. */
export type OpenRoom = (language: Language) => Promise<string>;

export const openOnServer: OpenRoom = async (language) =>
  (await answerTo<RoomForScreen>(`/tv/rooms?language=${language}`, POST)).room;

function answerTo<T>(path: string, how: RequestInit = {}): Promise<T> {
  return new Promise((answered, failed) => {
    setTimeout(failed, PATIENCE);
    fetch(path, how).then(async (answer) => {
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      answered((await answer.json()) as T);
    }).catch(failed);
  });
}

/** What can be chosen instead of typing: games, and rooms that this screen showed before. */
export interface Offer {
  room: string;
  /** Null: the room was shown before, and is not among the games of the house. */
  game: OpenGame | null;
}

const MOST = 8;

/** The room that was shown last comes first, if it is one of the games; else rooms come after them. */
export function offers(games: readonly OpenGame[], latest: readonly string[], refused: string | null): Offer[] {
  const [last] = latest;
  const listed = [...games.filter(({ room }) => room === last), ...games.filter(({ room }) => room !== last)];
  const former = latest.filter((room) => room !== refused && games.every((game) => game.room !== room));
  const all = [...listed.map((game) => ({ room: game.room, game })), ...former.map((room) => ({ room, game: null }))];
  return all.slice(0, MOST);
}
