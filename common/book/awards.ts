/** What an award says: for what, and of whom or which clue. */
import type { Award, ClueNumber, Settings, Turn } from "../wire";
import type { BookWords } from "./words";

export interface AwardText {
  /** What it is for: "Boldest clue". */
  title: string;
  /** The clue that it is about, as it is written; null when it is about none. */
  clue: string | null;
  /** "all found", "5 agents in a row". */
  what: string;
  /** Player id of whom it honours; null: the team. */
  who: string | null;
}

type Said = Pick<BookWords, "say">;

interface Told {
  settings: Settings;
  turns: readonly Turn[];
}

export function awardText({ say }: Said, { kind, turn: at, value, by }: Award, { settings, turns }: Told): AwardText {
  const turn = turns[at];
  const title = say(`award.${kind}`);
  if (kind === "escape") {
    const left = settings.mode === "duet" ? "tokens" : "agents";
    return { title, clue: null, what: say(`award.escape.${left}`, { n: value }), who: by };
  }
  const clue = kind === "guesser" ? null : (turn?.clue ?? null);
  const text = clue === null ? null : clueText(say, clue.word, clue.number);
  return { title, clue: text, what: say(`award.${kind}.what`, { n: value }), who: by };
}

/** A clue in one line: "OCEAN 3". */
export function clueText(say: BookWords["say"], word: string | null, number: ClueNumber): string {
  const shown = word === null ? say("clue.spoken") : word.toLocaleUpperCase();
  return `${shown} ${number === "unlimited" ? say("clue.unlimited") : number}`;
}
