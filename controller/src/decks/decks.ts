/** The decks that a board can be drawn from. */
import { OWN_WORDS, PHOTOS, SCENES } from "../../../common/wire";
import type { Board, OfferedDeck } from "../../../common/wire";

function boardOf(deck: string): Board {
  return deck === SCENES || deck === PHOTOS ? "pictures" : "words";
}

/** Those of these decks that are for a board. */
function suiting(board: Board, decks: readonly string[]): string[] {
  return decks.filter((deck) => boardOf(deck) === board);
}

/**
 * The decks that can be chosen for a board: those that the server has, of its packs those in a language
 * of the page or of a chosen deck; the host's own words once there are some; and what is chosen already.
 */
export function decksOf(
  board: Board,
  has: { offered: readonly OfferedDeck[]; ownWords: number; chosen: readonly string[]; language: string },
): readonly string[] {
  const suits = ({ id, name, language }: OfferedDeck): boolean =>
    !name || language === has.language || [id, language].some((it) => it !== null && has.chosen.indexOf(it) >= 0);
  const there = [...has.offered.filter(suits).map(({ id }) => id), ...(has.ownWords > 0 ? [OWN_WORDS] : [])];
  const gone = has.chosen.filter((deck) => there.indexOf(deck) < 0);
  return suiting(board, [...there, ...gone]);
}

/** Those of these decks that a board is drawn from; the scenes, if no pictures are named. */
export function decksFor(board: Board, decks: readonly string[]): readonly string[] {
  const chosen = suiting(board, decks);
  return chosen.length === 0 && board === "pictures" ? [SCENES] : chosen;
}

/** Other decks for a board; those of the other board stay chosen. */
export function withDecks(board: Board, decks: readonly string[], chosen: readonly string[]): string[] {
  return [...decks.filter((deck) => boardOf(deck) !== board), ...chosen];
}
