import { langOf, pageLang } from "../../../common/language/capitals";
import type { Ui } from "../ui";
import { view } from "../view";

export function clueText(words: Ui["words"], word: string | null, number: number | string): string {
  return `${word ?? words.say("clue.spoken")} · ${number === "unlimited" ? "∞" : number}`;
}

/** The language of what `clueText` says. */
export function clueLang({ state }: Pick<Ui, "state">, word: string | null): string {
  const game = view(state)?.game ?? null;
  return game === null || word === null ? pageLang() : langOf(game);
}
