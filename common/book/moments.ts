/**
 * An ended game, moment by moment: what was on the table at each of them.
 *
 * The moments of a turn are, in this order and where it has them: the card that was revealed without
 * a guess, the invalid clues, the clue, and each touch. Moment 0 is the board before all of them.
 */
import { partner } from "../teams";
import type { BookPage, Duet, GameView, Identity, Note, Turn } from "../wire";

/** What a game's board tells, of a page of the book or of the table. */
export type Told = Pick<GameView, "settings" | "codenames" | "languages" | "card_languages" | "revealed" | "turns" | "result" | "awards">;

/** A board at one moment. */
export type Board = Pick<GameView, "settings" | "codenames" | "languages" | "card_languages" | "revealed" | "turns" | "duet">;

/** Part of a turn; of the last one that is shown. */
type Moment = Turn;

/** Every moment of a game: the turn as far as it had come by then. */
export function momentsOf(turns: readonly Turn[]): readonly { turn: number; shown: Moment }[] {
  return turns.flatMap((turn, at) => partsOf(turn).map((shown) => ({ turn: at, shown })));
}

function partsOf(turn: Turn): Moment[] {
  const { cover, struck, clue, touches } = turn;
  const begun: Turn = { ...turn, cover: null, struck: [], clue: null, giver: null, touches: [], ended: null };
  const parts: Moment[] = [];
  const add = (more: Partial<Turn>): void => {
    parts.push({ ...(parts[parts.length - 1] ?? begun), ...more });
  };
  if (cover !== null) add({ cover });
  if (struck.length > 0) add({ struck });
  if (clue !== null) add({ clue, giver: turn.giver });
  touches.forEach((_, at) => {
    // Of what was taken back everybody saw that it lay open.
    const lying = touches.slice(0, at + 1).map((one, n) => (n === at ? { ...one, undone: false } : one));
    add({ touches: lying });
  });
  return parts;
}

/** The board after so many moments; after all of them, or more, as it lay at the end. */
export function boardAt(told: Told, moment: number): Board {
  const { settings, codenames, languages, card_languages } = told;
  const moments = momentsOf(told.turns);
  const last = moments[Math.min(moment, moments.length) - 1];
  const turns = last === undefined ? [] : [...told.turns.slice(0, last.turn), last.shown];
  const over = moment >= moments.length;
  const shown = over ? told.turns : turns;
  const revealed = over ? told.revealed : revealedBy(told, turns);
  return { settings, codenames, languages, card_languages, revealed, turns: shown, duet: settings.mode === "duet" ? duetOf(shown) : null };
}

/** The card that has just been revealed at a moment; null where none was. */
export function newsAt(told: Told, moment: number): number | null {
  const shown = momentsOf(told.turns)[moment - 1]?.shown;
  if (shown === undefined) return null;
  const touch = shown.touches[shown.touches.length - 1];
  if (touch !== undefined) return touch.position;
  return shown.clue === null && shown.struck.length === 0 ? shown.cover : null;
}

/** The first moment of a turn, counted as `boardAt` does; that of the end after the last turn. */
export function momentOfTurn(turns: readonly Turn[], turn: number): number {
  const moments = momentsOf(turns);
  const first = moments.findIndex((moment) => moment.turn >= turn);
  return first < 0 ? moments.length : first + 1;
}

function revealedBy({ codenames, settings }: Told, turns: readonly Turn[]): (Identity | null)[] {
  const revealed: (Identity | null)[] = codenames.map(() => null);
  for (const { team, cover, touches } of turns) {
    if (cover !== null) revealed[cover] = team;
    for (const { position, identity, undone } of touches) {
      // In a duet a bystander is one for this side alone.
      const open = settings.mode !== "duet" || identity !== "bystander";
      if (!undone && open) revealed[position] = identity;
    }
  }
  return revealed;
}

/** What a duet's board shows beside open cards. How many tokens there were is not told. */
function duetOf(turns: readonly Turn[]): Duet {
  const bystanders = turns.flatMap(({ side, touches }) =>
    touches
      .filter(({ identity, undone }) => side !== null && identity === "bystander" && !undone)
      .map(({ position }) => ({ position, side: partner(side ?? "side_a") })),
  );
  return { tokens: 0, bystanders };
}

/** A page of the book with its key, if there is one for all to see. */
export interface Opened {
  page: BookPage;
  /** One key, or side A's and side B's; none while the game was not debriefed. */
  keys: readonly (readonly Identity[])[];
  /** What was noted in secret; told with the key. */
  notes: readonly Note[];
}
