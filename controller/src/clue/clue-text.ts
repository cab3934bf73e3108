import type { Ui } from "../ui";

export function clueText(words: Ui["words"], word: string | null, number: number | string): string {
  return `${word ?? words.say("clue.spoken")} · ${number === "unlimited" ? "∞" : number}`;
}
