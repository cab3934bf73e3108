/** One game of the book: its board moment by moment, here or on the TV too; awards; to be kept. */
import type { JSX } from "preact";
import type { Opened } from "../../../common/book/moments";
import { readPage } from "../../../common/book/reading";
import type { OpenedPage } from "../../../common/wire";
import { outcome } from "../evening/evening";
import { useUi } from "../ui";
import { view } from "../view";
import { Awards, PredictionScores } from "./awards";
import { NameIn, Player } from "./player";
import { Read, useReading, valueOf } from "./reading";
import { Saving } from "./saving";
import { useBookWords } from "./words";

export function GamePage({ number, back }: { number: number; back(): void }): JSX.Element {
  const ui = useUi();
  const { state, phone } = ui;
  const words = useBookWords();
  const debriefed = view(state)?.kind === "debrief";
  const [reading, again] = useReading<OpenedPage>(`${number} ${debriefed}`, async () => {
    const answer = await phone.read("open_page", { game: number });
    return "error" in answer ? answer : readPage(answer);
  });
  const page = valueOf(reading)?.page ?? null;
  return (
    <div class="book" data-testid="book-page">
      <div class="book-title">
        <button type="button" class="quiet" data-testid="book-all" onClick={back}>
          <span aria-hidden="true">‹</span>&nbsp;{words.say("back")}
        </button>
        <h3 data-testid="book-title">
          {words.say("game", { n: number })}
          {page !== null && ` · ${outcome(ui.words, { mode: page.settings.mode, ...page.result })}`}
        </h3>
      </div>
      <Read reading={reading} again={again}>
        {(answer) => {
          const key = answer.debriefed;
          const keys = key === null ? [] : key.key_b === null ? [key.key] : [key.key, key.key_b];
          return <Page opened={{ page: answer.page, keys, notes: key?.notes ?? [] }} />;
        }}
      </Read>
    </div>
  );
}

function Page({ opened }: { opened: Opened }): JSX.Element {
  const words = useBookWords();
  const { page } = opened;
  return (
    <>
      <Player opened={opened} />
      <Awards words={words} told={page} name={(id) => <NameIn page={page} id={id} />} />
      <PredictionScores words={words} told={page} nameOf={(id) => page.names[id] ?? ""} />
      <Saving opened={opened} />
    </>
  );
}
