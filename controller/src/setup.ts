import type { Settings } from "../../common/wire";

/** What a game is set up with: house rules, decks, and the shared screen's language. */
export interface Setup {
  settings: Settings;
  decks: readonly string[];
  language: string;
}
