/** The book of the evening: a list of its games, each to be opened, and the numbers. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { readBook } from "../../../common/book/reading";
import type { BookWords } from "../../../common/book/words";
import { aboutLanguage } from "../../../common/language/languages";
import type { Book, BookLine, Seat } from "../../../common/wire";
import "../styles/book.css";
import { Sign } from "../basics/sign";
import { outcome } from "../evening/evening";
import { kindName } from "../rules/rule-choices";
import { useUi } from "../ui";
import { SEATS, view } from "../view";
import { GamePage } from "./game-page";
import { Numbers } from "./numbers";
import { Read, useReading } from "./reading";
import { useBookWords, WordsContext } from "./words";

export { bookWords } from "../../../common/book/words";

type Tab = "games" | "numbers";

export function Pages({ words }: { words: BookWords }): JSX.Element {
  const [game, setGame] = useState<number | null>(null);
  return (
    <WordsContext.Provider value={words}>
      {game === null ? <Front open={setGame} /> : <GamePage number={game} back={() => setGame(null)} />}
    </WordsContext.Provider>
  );
}

function Front({ open }: { open(game: number): void }): JSX.Element {
  const { state, phone } = useUi();
  const words = useBookWords();
  const [tab, setTab] = useState<Tab>("games");
  const seen = view(state);
  const [reading, again] = useReading(`${seen?.lobby.games} ${seen?.game?.phase}`, () => phone.read("open_book", {}));
  return (
    <div class="book" data-testid="book">
      <div class="choice-values" role="group">
        {(["games", "numbers"] as const).map((it) => (
          <button
            key={it}
            type="button"
            class={it === tab ? "book-tab book-tab-on" : "book-tab"}
            aria-pressed={it === tab}
            data-testid={`book-tab-${it}`}
            onClick={() => setTab(it)}
          >
            {words.say(`tab.${it}`)}
          </button>
        ))}
      </div>
      <Read reading={reading} again={again}>
        {(answer) => {
          const book = readBook(answer);
          return tab === "games" ? <Games book={book} open={open} /> : <Numbers book={book} />;
        }}
      </Read>
    </div>
  );
}

function Games({ book, open }: { book: Book; open(game: number): void }): JSX.Element {
  const words = useBookWords();
  if (book.games.length === 0) {
    return (
      <p class="hint" data-testid="book-empty">
        {words.say("empty")}
      </p>
    );
  }
  return (
    <ol class="book-games">
      {[...book.games].reverse().map((line) => (
        <li key={line.number}>
          <GameLine line={line} open={() => open(line.number)} />
        </li>
      ))}
    </ol>
  );
}

function GameLine({ line, open }: { line: BookLine; open(): void }): JSX.Element {
  const ui = useUi();
  const words = useBookWords();
  const { winner } = line.result;
  return (
    <button type="button" class="book-game" data-testid={`book-game-${line.number}`} onClick={open}>
      <span class="book-game-sign">{winner !== null && <Sign identity={winner} />}</span>
      <span class="book-game-what">
        <strong>
          {words.say("game", { n: line.number })} · {outcome(ui.words, { mode: line.mode, ...line.result })}
        </strong>
        <span class="aside">
          {kindName(ui.words, line)} · {words.say("turns", { n: line.turns })} · {timeOf(words, line.at)}
        </span>
        <span class="aside" dir="auto">
          {peopleOf(line.people)}
        </span>
      </span>
    </button>
  );
}

/** Who played, team by team. */
function peopleOf(people: BookLine["people"]): string {
  const names = (seats: readonly Seat[]): string => seats.flatMap((seat) => people[seat] ?? []).join(", ");
  const sides = [["red_spymaster", "red_operative", "side_a"], ["blue_spymaster", "blue_operative", "side_b"]] as const;
  const teams = sides.map((seats) => names(seats));
  const rest = names(SEATS.filter((seat) => !sides.some((seats) => (seats as readonly Seat[]).indexOf(seat) >= 0)));
  return [...teams, rest].filter((some) => some !== "").join(" – ");
}

/** The time of the day, as the phone's language writes it. */
function timeOf({ language }: BookWords, at: number): string {
  return new Date(at).toLocaleTimeString(aboutLanguage(language).tag, { hour: "2-digit", minute: "2-digit" });
}
