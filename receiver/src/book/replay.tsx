/** A game out of the book, at the moment at which the host has it, or moment after moment. */
import type { JSX } from "preact";

import { boardAt, momentsOf, newsAt } from "../../../common/book/moments";
import type { Opened } from "../../../common/book/moments";
import { momentNow } from "../../../common/book/passing";
import { langOf } from "../../../common/language/capitals";
import type { BookWords } from "../../../common/book/words";
import type { BookPage, LobbyView, ScreenPage } from "../../../common/wire";
import { Board } from "../board/board";
import { resultTitle } from "../ending/result";
import { Sign } from "../teams/sign";
import { AwardsLine } from "./awards";
import { TurnTold } from "./turn-told";

interface Props {
  words: BookWords;
  opened: Opened;
  showing: ScreenPage;
  lobby: LobbyView;
  /** The server's time. */
  now: () => number;
}

export function Replay({ words, opened, showing, lobby, now }: Props): JSX.Element {
  const { page, keys } = opened;
  const moment = momentNow(showing, page.turns, now());
  const all = momentsOf(page.turns).length;
  const over = moment >= all;
  const news = newsAt(page, moment);
  const board = boardAt(page, moment);
  const turn = board.turns[board.turns.length - 1];
  return (
    <div class="game replay" data-testid="tv-replay" data-game={page.number} data-moment={moment}>
      {over || turn === undefined ? (
        <Beside words={words} page={page} over={over} />
      ) : (
        <TurnTold turn={turn} lang={langOf(page)} nameOf={(id) => page.names[id] ?? ""} touches={turn.touches} />
      )}
      <Board
        game={board}
        lobby={withNames(lobby, page)}
        marks={[]}
        keys={over ? keys : []}
        beat={null}
        lights={page.codenames.map((_, at) => (at === news && !over ? "found" : null))}
      />
      <p class="book-foot">{words.say("replay.moment", { game: page.number, n: moment, all })}</p>
    </div>
  );
}

/** Before the first clue the game's number; after the last touch how it ended. */
function Beside({ words, page, over }: { words: BookWords; page: BookPage; over: boolean }): JSX.Element {
  const { winner } = page.result;
  return (
    <header class="book-headline">
      <section class={`turn result result-${over ? (winner ?? "nobody") : "nobody"}`}>
        <h1 class="result-title">
          {over && winner !== null && <Sign identity={winner} />}
          {over ? resultTitle(page, page.result) : words.say("replay", { n: page.number })}
        </h1>
        {over && (
          <p class="turn-guesses">
            <AwardsLine words={words} told={page} />
          </p>
        )}
      </section>
    </header>
  );
}

/** Whom the game mentions, as they were called then. */
function withNames(lobby: LobbyView, { names, stamps }: BookPage): LobbyView {
  const then = Object.keys(names).map((id) => ({ id, name: names[id] ?? "", stamp: stamps[id] ?? "" }));
  const unknown = lobby.players.filter(({ id }) => names[id] === undefined);
  return { ...lobby, players: unknown, former: [...then, ...lobby.former] };
}
