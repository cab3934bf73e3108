/** What it takes to show an ended game. */
import type { JSX } from "preact";

import type { Trouble } from "../../../common/connection/connection";
import type { GameView, OpenedPage, View } from "../../../common/wire";

/** A page of the room's book, as it is sent. */
export type Pages = (game: number) => Promise<OpenedPage | { error: Trouble }>;

export interface Props {
  view: View;
  game: GameView;
  /** The server's time. */
  now: () => number;
  pages: Pages;
  /** The table, with what is worth a mention in its headline. */
  children: (awards: JSX.Element | null) => JSX.Element;
}
