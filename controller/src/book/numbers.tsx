/** What games come to in numbers: for the people of this room, and of this house where they agreed. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { clueText } from "../../../common/book/awards";
import { readHousehold } from "../../../common/book/reading";
import { aboutLanguage } from "../../../common/language/languages";
import { stampIn } from "../../../common/people";
import type { Book, ClueNumbers, HouseholdStatistics, Noted, PersonNumbers } from "../../../common/wire";
import { BotName, PersonName } from "../bots/name";
import { keepCounted, keptCounted } from "../memory";
import { useUi } from "../ui";
import { me, view } from "../view";
import { Read, useReading } from "./reading";
import { useBookWords } from "./words";

export function Numbers({ book }: { book: Book }): JSX.Element {
  const { state } = useUi();
  const words = useBookWords();
  const lobby = view(state)?.lobby;
  const nameOf = (id: string): string => book.people.find((person) => person.id === id)?.name ?? "?";
  return (
    <>
      <section data-testid="book-numbers">
        <h3>{words.say("numbers.room")}</h3>
        {book.people.length === 0 && <p class="hint">{words.say("numbers.none")}</p>}
        <ul class="book-people">
          {book.people.map(({ id, ...person }) => (
            <Person key={id} {...person} stamp={lobby === undefined ? "" : stampIn(lobby, id)} />
          ))}
        </ul>
        <Pairs pairs={book.pairs.map((pair) => ({ ...pair, giver: nameOf(pair.giver), guesser: nameOf(pair.guesser) }))} />
      </section>
      {state.counts && <House />}
    </>
  );
}

interface PersonProps {
  name: string;
  stamp?: string;
  numbers: PersonNumbers;
  bot?: boolean;
  noted?: Noted | null;
}

function Person({ name, stamp = "", numbers, bot = false, noted = null }: PersonProps): JSX.Element {
  const words = useBookWords();
  const { games, won, giving, touches, hits } = numbers;
  return (
    <li class="book-person">
      <strong dir="auto">{bot ? <BotName name={name} /> : <PersonName name={name} stamp={stamp} />}</strong>
      <span>
        {words.say("numbers.games", { n: games })} · {words.say("numbers.won", { n: won })}
      </span>
      {giving.clues > 0 && <Gave giving={giving} />}
      {noted !== null && <span class="aside">{words.say("numbers.noted", { found: noted.found, n: noted.cards })}</span>}
      {touches > 0 && <span class="aside">{words.say("numbers.hits", { hits, n: touches })}</span>}
    </li>
  );
}

function Gave({ giving }: { giving: ClueNumbers }): JSX.Element {
  const words = useBookWords();
  const { clues, found, best, assassins } = giving;
  const each = (found / clues).toLocaleString(aboutLanguage(words.language).tag, { maximumFractionDigits: 1 });
  const parts = [words.say("numbers.clues", { n: clues }), words.say("numbers.per_clue", { n: each })];
  if (best !== null) parts.push(words.say("numbers.best", { clue: clueText(words.say, best.word, best.number) }));
  if (assassins > 0) parts.push(words.say("numbers.assassins", { n: assassins }));
  return <span class="aside">{parts.join(" · ")}</span>;
}

function Pairs({ pairs }: { pairs: readonly { giver: string; guesser: string; numbers: { giving: ClueNumbers } }[] }): JSX.Element | null {
  const words = useBookWords();
  if (pairs.length === 0) return null;
  return (
    <details class="book-pairs">
      <summary>{words.say("numbers.pairs")}</summary>
      <ul class="book-people">
        {pairs.map(({ giver, guesser, numbers }) => (
          <li key={`${giver} ${guesser}`} class="book-person">
            <span dir="auto">{words.say("numbers.pair", { giver, guesser })}</span>
            <Gave giving={numbers.giving} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The household's: what is counted by name only of those who agreed. */
function House(): JSX.Element | null {
  const { state, phone } = useUi();
  const words = useBookWords();
  const mine = me(state);
  const agreed = view(state)?.lobby.players.map(({ counted }) => counted).join("") ?? "";
  const [reading, again] = useReading(agreed, () => phone.read("open_statistics", {}));
  if (mine === null) return null;
  return (
    <section class="book-house" data-testid="book-house">
      <h3>{words.say("house")}</h3>
      <CountMe counted={mine.player.counted} />
      <Read reading={reading} again={again}>
        {(answer) => <Together house={readHousehold(answer)} />}
      </Read>
    </section>
  );
}

function CountMe({ counted }: { counted: boolean }): JSX.Element {
  const { phone } = useUi();
  const words = useBookWords();
  /** What was just said; the view that shows it may still be on its way. */
  const [said, setSaid] = useState<boolean | null>(null);
  const on = said ?? counted;
  const [remembered, setRemembered] = useState(keptCounted());
  const remember = (wanted: boolean): void => {
    keepCounted(wanted);
    setRemembered(wanted);
  };
  const count = (wanted: boolean): void => {
    if (!wanted) remember(false);
    setSaid(wanted);
    void phone.send("count_me", { on: wanted }).then((answer) => "error" in answer && setSaid(null));
  };
  return (
    <>
      <label class="book-switch">
        <input
          type="checkbox"
          data-testid="book-count"
          checked={on}
          onChange={(event) => count(event.currentTarget.checked)}
        />
        <span>{words.say("house.count")}</span>
      </label>
      {on && (
        <label class="book-switch">
          <input
            type="checkbox"
            data-testid="book-remember"
            checked={remembered}
            onChange={(event) => remember(event.currentTarget.checked)}
          />
          <span>{words.say("house.remember")}</span>
        </label>
      )}
      <p class="aside">{words.say("house.why")}</p>
      <p class="aside">{words.say("house.forget")}</p>
    </>
  );
}

function Together({ house }: { house: HouseholdStatistics }): JSX.Element {
  const words = useBookWords();
  const games = house.games.reduce((sum, one) => sum + one.games, 0);
  return (
    <>
      <p data-testid="book-house-games">{words.say("house.games", { n: games })}</p>
      <ul class="book-people">
        {house.people.map(({ name, numbers }) => (
          <Person key={name} name={name} numbers={numbers} />
        ))}
      </ul>
      <Pairs pairs={house.pairs} />
    </>
  );
}
