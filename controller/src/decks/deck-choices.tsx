/** Which decks the next board is drawn from: word lists, or pictures. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { nameOfLanguage } from "../../../common/language/names";
import { OWN_WORDS, PHOTOS, SCENES } from "../../../common/wire";
import type { OfferedDeck } from "../../../common/wire";
import type { Setup } from "../setup";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { decksFor, decksOf, withDecks } from "./decks";

/** Several may be mixed; one at least. What is chosen for the other board stays chosen. */
export function DeckChoices(props: {
  setup: Setup;
  /** Codenames of the host's own list. */
  ownWords: number;
  disabled?: boolean;
  change(decks: readonly string[]): void;
}): JSX.Element {
  const { state, phone, words } = useUi();
  const { setup, ownWords, disabled = false } = props;
  const { board } = setup.settings;
  const { line } = state;
  // Photos come while the server runs, and after a restart it may have others.
  useEffect(() => phone.lookForDecks(), [phone, board, line]);
  const chosen = decksFor(board, setup.decks);
  const offered = state.decks ?? [];
  const all = decksOf(board, { offered, ownWords, chosen, language: words.language });
  const toggle = (deck: string, on: boolean): void => {
    const next = all.filter((other) => (other === deck ? on : chosen.indexOf(other) >= 0));
    if (next.length > 0) props.change(withDecks(board, setup.decks, next));
  };
  return (
    <fieldset class="choice" disabled={disabled}>
      <legend>{words.say(board === "pictures" ? "board.pictures" : "rules.decks")}</legend>
      <div class="choice-values choice-decks">
        {all.map((deck) => (
          <label key={deck} class="choice-value">
            <input
              type="checkbox"
              data-testid={`deck-${deck}`}
              checked={chosen.indexOf(deck) >= 0}
              onChange={(event) => {
                toggle(deck, event.currentTarget.checked);
                // The last one stays.
                event.currentTarget.checked = chosen.indexOf(deck) >= 0;
              }}
            />
            <DeckName deck={deck} offered={offered} ownWords={ownWords} />
          </label>
        ))}
      </div>
      {all.length > 1 && (
        <p class="aside">{words.say(board === "pictures" ? "decks.pictures.why" : "rules.decks.why")}</p>
      )}
      {board === "pictures" && state.decks !== null && all.indexOf(PHOTOS) < 0 && (
        <p class="aside">{words.say("decks.photos.why")}</p>
      )}
    </fieldset>
  );
}

function DeckName(props: { deck: string; offered: readonly OfferedDeck[]; ownWords: number }): JSX.Element {
  const { words } = useUi();
  const { deck, offered, ownWords } = props;
  const known = offered.find(({ id }) => id === deck);
  const language = known?.language ?? (isNamed(deck) ? undefined : deck);
  return (
    <span class="deck-name">
      <bdi lang={language}>{deckName(words, deck, ownWords, offered)}</bdi>
      {known?.difficulty && <small>{words.say(`decks.${known.difficulty}`)}</small>}
    </span>
  );
}

/** What a deck is called: a pack by its subject, a language's own deck by the language, each in that language. */
export function deckName(words: Ui["words"], deck: string, ownWords: number, offered: readonly OfferedDeck[]): string {
  if (deck === OWN_WORDS) return words.say("decks.own", { n: ownWords });
  if (deck === PHOTOS || deck === SCENES) return words.say(deck === PHOTOS ? "decks.photos" : "decks.scenes");
  return offered.find(({ id }) => id === deck)?.name ?? nameOfLanguage(deck);
}

/** Other decks of words are called by their language. */
function isNamed(deck: string): boolean {
  return deck === OWN_WORDS || deck === PHOTOS || deck === SCENES;
}
