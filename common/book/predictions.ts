/** In a sentence each: whose predictions came true. Of an ended game, for both pages. */
import type { PredictionScore } from "../wire";
import type { BookWords } from "./words";

export function predictionTexts(
  words: BookWords,
  scores: readonly PredictionScore[],
  nameOf: (id: string) => string | null,
): string[] {
  return scores.map(({ by, seen, of }) => words.say("predictions", { name: nameOf(by) ?? "?", seen, of }));
}
