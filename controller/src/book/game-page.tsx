/** One game of the book: its board moment by moment, here or on the TV too; awards; to be kept. */
import type { JSX } from "preact";
import { awardText } from "../../../common/book/awards";
import type { Opened } from "../../../common/book/moments";
import { readPage } from "../../../common/book/reading";
import type { BookPage } from "../../../common/wire";
import { outcome } from "../evening/evening";
import { kindName } from "../rules/rule-choices";
import { useUi } from "../ui";
import { view } from "../view";
import { Player } from "./player";
import { Read, useReading } from "./reading";
import { Saving } from "./saving";
import { useBookWords } from "./words";

export function GamePage({ number, back }: { number: number; back(): void }): JSX.Element {
  const { state, phone } = useUi();
  const words = useBookWords();
  const debriefed = view(state)?.kind === "debrief";
  const [reading, again] = useReading(`${number} ${debriefed}`, () => phone.read("open_page", { game: number }));
  return (
    <div class="book" data-testid="book-page">
      <button type="button" class="quiet book-back" data-testid="book-all" onClick={back}>
        <span aria-hidden="true">‹</span>&nbsp;{words.say("back")}
      </button>
      <Read reading={reading} again={again}>
        {(answer) => {
          const { page, debriefed: key } = readPage(answer);
          const keys = key === null ? [] : key.key_b === null ? [key.key] : [key.key, key.key_b];
          return <Page opened={{ page, keys }} />;
        }}
      </Read>
    </div>
  );
}

function Page({ opened }: { opened: Opened }): JSX.Element {
  const ui = useUi();
  const words = useBookWords();
  const { page } = opened;
  return (
    <>
      <h3 data-testid="book-title">
        {words.say("game", { n: page.number })} · {outcome(ui.words, { mode: page.settings.mode, ...page.result })}
      </h3>
      <p class="aside">{kindName(ui.words, page.settings)}</p>
      <Player opened={opened} />
      <Awards page={page} />
      <Saving opened={opened} />
    </>
  );
}

function Awards({ page }: { page: BookPage }): JSX.Element | null {
  const words = useBookWords();
  if (page.awards.length === 0) return null;
  return (
    <section data-testid="book-awards">
      <h3>{words.say("awards")}</h3>
      <ul class="book-awards">
        {page.awards.map((award) => {
          const { title, clue, what, giver } = awardText(words, award, page);
          const name = giver === null ? "" : (page.names[giver] ?? "");
          return (
            <li key={award.kind} class={`is-${page.turns[award.turn]?.team ?? "bystander"}`}>
              <span class="aside">{title}</span>
              <strong dir="auto">{clue ?? what}</strong>
              {clue !== null && <span>{what}</span>}
              {name !== "" && <span class="aside">{name}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
