/** The decks that a board can be drawn from. */
import { EVERY_LANGUAGE } from "../../../common/language/languages";
import type { Board } from "../../../common/wire";

/** The deck that is the host's own list. */
export const OWN_WORDS = "house";

const SCENES = "scenes";

/** What the server is started with for photos: no language changes it. */
export const PHOTOS_OPTION = "--photos FOLDER";

const DECKS_OF: { readonly [Name in Board]: readonly string[] } = {
  words: [...EVERY_LANGUAGE, OWN_WORDS],
  pictures: [SCENES, "photos"],
};

/** The decks that there are for a board. */
export function decksOf(board: Board, { ownWords }: { ownWords: boolean }): readonly string[] {
  return DECKS_OF[board].filter((deck) => deck !== OWN_WORDS || ownWords);
}

/** Those of these decks that a board is drawn from; the scenes, if no pictures are named. */
export function decksFor(board: Board, decks: readonly string[]): readonly string[] {
  const chosen = DECKS_OF[board].filter((deck) => decks.indexOf(deck) >= 0);
  return chosen.length === 0 && board === "pictures" ? [SCENES] : chosen;
}

/** Other decks for a board; those of the other board stay chosen. */
export function withDecks(board: Board, decks: readonly string[], chosen: readonly string[]): string[] {
  return [...decks.filter((deck) => DECKS_OF[board].indexOf(deck) < 0), ...chosen];
}
