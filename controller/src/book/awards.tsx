/** What is worth a mention of a game. */
import type { JSX } from "preact";
import { awardText } from "../../../common/book/awards";
import { predictionTexts } from "../../../common/book/predictions";
import type { BookWords } from "../../../common/book/words";
import type { Told } from "../../../common/book/moments";
import type { GameView } from "../../../common/wire";
import "../styles/book.css";
import { useUi } from "../ui";

export { bookWords } from "../../../common/book/words";

interface Props {
  words: BookWords;
  told: Pick<Told, "awards" | "settings" | "turns" | "result"> & Pick<GameView, "predictions">;
  /** Somebody by id, with the stamp. */
  name(id: string): JSX.Element;
  nameOf(id: string): string;
}

export function Awards({ words, told, name, nameOf }: Props): JSX.Element | null {
  const ui = useUi();
  if (told.awards.length === 0 && told.predictions.length === 0) return null;
  return (
    <section data-testid="book-awards">
      {told.awards.length > 0 && <h3>{words.say("awards")}</h3>}
      <ul class="book-awards">
        {told.awards.map((award) => {
          const { title, clue, what, team, who } = awardText(words, award, told);
          const ofTeam = who !== null || team === null || team === "green" ? null : ui.words.say(`team.${team}`);
          return (
            <li key={award.kind} class={`is-${team ?? "bystander"}`}>
              <span class="aside">{title}</span>
              <strong dir="auto">{clue ?? what}</strong>
              {clue !== null && <span>{what}</span>}
              {who !== null && <strong dir="auto">{name(who)}</strong>}
              {ofTeam !== null && <strong>{ofTeam}</strong>}
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
