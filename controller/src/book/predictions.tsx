/** Who saw how much coming. */
import type { JSX } from "preact";
import { predictionTexts } from "../../../common/book/predictions";
import type { BookWords } from "../../../common/book/words";
import type { GameView } from "../../../common/wire";

interface Props {
  words: BookWords;
  told: Pick<GameView, "predictions">;
  /** The name of somebody by id. */
  nameOf(id: string): string;
}

export function PredictionScores({ words, told, nameOf }: Props): JSX.Element | null {
  if (told.predictions.length === 0) return null;
  return (
    <ul class="book-predictions" data-testid="book-predictions">
      {predictionTexts(words, told.predictions, nameOf).map((text, at) => (
        <li key={at} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}
