/** What an award says: for what, and of whom or which clue. */
import { capitals, langOf } from "../language/capitals";
import type { Award, ClueNumber, GameView, Team } from "../wire";
import type { BookWords } from "./words";

export interface AwardText {
  /** What it is for: "Boldest clue". */
  title: string;
  /** The clue that it is about, as it is written; null when it is about none. */
  clue: string | null;
  /** "all found", "5 agents in a row". */
  what: string;
  /** Whose it is: in an escape those who escaped, whoever's turn it was. */
  team: Team | null;
  /** Player id of whom it honours; null: the team. */
  who: string | null;
}

type Said = Pick<BookWords, "say">;

type Told = Pick<GameView, "settings" | "turns" | "result" | "languages">;

export function awardText({ say }: Said, { kind, turn: at, value, by }: Award, told: Told): AwardText {
  const { settings, turns, result } = told;
  const turn = turns[at];
  const title = say(`award.${kind}`);
  if (kind === "escape") {
    const left = settings.mode === "duet" ? "tokens" : "agents";
    return { title, clue: null, what: say(`award.escape.${left}`, { n: value }), team: result?.winner ?? null, who: by };
  }
  const clue = kind === "guesser" ? null : (turn?.clue ?? null);
  const text = clue === null ? null : clueText(say, clue.word, clue.number, langOf(told));
  return { title, clue: text, what: say(`award.${kind}.what`, { n: value }), team: turn?.team ?? null, who: by };
}

/** A clue in one line: "OCEAN 3"; `lang`: the clue's language. */
export function clueText(say: BookWords["say"], word: string | null, number: ClueNumber, lang?: string): string {
  const shown = word === null ? say("clue.spoken") : capitals(word, lang);
  return `${shown} ${number === "unlimited" ? say("clue.unlimited") : number}`;
}
