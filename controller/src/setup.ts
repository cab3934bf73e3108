import type { Settings } from "../../common/wire";

/** What the next game is played by: house rules, decks, and the shared screen's language. */
export interface Rules {
  settings: Settings;
  decks: readonly string[];
  language: string;
}
