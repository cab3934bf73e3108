/** From the book's answers, as they are sent, to the interfaces of `wire.ts`. */
import { readAs } from "../connection/reading";
import type { Book, BookPage, HouseholdStatistics, OpenedBook, OpenedPage, OpenedStatistics } from "../wire";
import { BOOK_SHAPES } from "./shapes";

export const readBook = ({ book }: OpenedBook): Book => readAs(book, "Book", BOOK_SHAPES) as Book;

export function readPage({ page, debriefed, ok }: OpenedPage): OpenedPage {
  return { page: readAs(page, "BookPage", BOOK_SHAPES) as BookPage, debriefed, ok };
}

export const readHousehold = ({ household }: OpenedStatistics): HouseholdStatistics =>
  readAs(household, "HouseholdStatistics", BOOK_SHAPES) as HouseholdStatistics;
