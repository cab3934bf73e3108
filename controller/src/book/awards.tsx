/** What is worth a mention of a game. */
import type { JSX } from "preact";
import { awardText } from "../../../common/book/awards";
import { predictionTexts } from "../../../common/book/predictions";
import type { BookWords } from "../../../common/book/words";
import type { GameView } from "../../../common/wire";
import "../styles/book.css";

export { bookWords } from "../../../common/book/words";

interface Props {
  words: BookWords;
  told: Pick<GameView, "awards" | "predictions" | "settings" | "turns">;
  /** The name of somebody by id. */
  nameOf(id: string): string;
}

export function Awards({ words, told, nameOf }: Props): JSX.Element | null {
  if (told.awards.length === 0 && told.predictions.length === 0) return null;
  return (
    <section data-testid="book-awards">
      {told.awards.length > 0 && <h3>{words.say("awards")}</h3>}
      <ul class="book-awards">
        {told.awards.map((award) => {
          const { title, clue, what, who } = awardText(words, award, told);
          const name = who === null ? "" : nameOf(who);
          return (
            <li key={award.kind} class={`is-${told.turns[award.turn]?.team ?? "bystander"}`}>
              <span class="aside">{title}</span>
              <strong dir="auto">{clue ?? what}</strong>
              {clue !== null && <span>{what}</span>}
              {name !== "" && (
                <strong dir="auto">
                  {name}
                </strong>
              )}
            </li>
          );
        })}
      </ul>
      {predictionTexts(words, told.predictions, nameOf).map((text) => (
        <p key={text} class="book-prediction" dir="auto">
          {text}
        </p>
      ))}
    </section>
  );
}
