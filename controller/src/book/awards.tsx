/** What is worth a mention of a game. */
import type { JSX } from "preact";
import { awardText } from "../../../common/book/awards";
import type { Told } from "../../../common/book/moments";
import type { BookWords } from "../../../common/book/words";
import "../styles/book.css";
import { useUi } from "../ui";

export { bookWords } from "../../../common/book/words";
export { PredictionScores } from "./predictions";

interface Props {
  words: BookWords;
  told: Pick<Told, "awards" | "settings" | "turns" | "result" | "languages">;
  /** Somebody by id, with the stamp. */
  name(id: string): JSX.Element;
}

export function Awards({ words, told, name }: Props): JSX.Element | null {
  const ui = useUi();
  if (told.awards.length === 0) return null;
  return (
    <section data-testid="book-awards">
      <h3>{words.say("awards")}</h3>
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
    </section>
  );
}
