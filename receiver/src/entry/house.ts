/** The games of this house, as the server lists them: none at a public address, and where they are private. */
import type { GameList, OpenGame } from "../../../common/wire";

/** How often the list is made anew (ms), and how long an answer may take. */
export const EVERY = 5000;
export const PATIENCE = 4000;

/** Asks for the games. Rejects when the server does not answer. */
export type AskHouse = () => Promise<readonly OpenGame[]>;

export const askServer: AskHouse = () =>
  new Promise((answered, failed) => {
    setTimeout(failed, PATIENCE);
    fetch("/games").then(async (answer) => {
      if (!answer.ok) throw new Error(`/games: ${answer.status}`);
      answered(((await answer.json()) as GameList).games);
    }).catch(failed);
  });

/** What can be chosen instead of typing: games, and rooms that this screen showed before. */
export interface Offer {
  room: string;
  /** Null: the room was shown before, and is not among the games of the house. */
  game: OpenGame | null;
}

const MOST = 12;

/** The room that was shown last comes first, if it is one of the games; else rooms come after them. */
export function offers(games: readonly OpenGame[], latest: readonly string[], refused: string | null): Offer[] {
  const [last] = latest;
  const listed = [...games.filter(({ room }) => room === last), ...games.filter(({ room }) => room !== last)];
  const former = latest.filter((room) => room !== refused && games.every((game) => game.room !== room));
  const all = [...listed.map((game) => ({ room: game.room, game })), ...former.map((room) => ({ room, game: null }))];
  return all.slice(0, MOST);
}
