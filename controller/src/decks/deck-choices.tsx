/** Which decks the next board is drawn from: word lists, or pictures. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { nameOfLanguage } from "../../../common/language/languages";
import { OWN_WORDS, PHOTOS, SCENES } from "../../../common/wire";
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
  const all = decksOf(board, { offered: state.decks ?? [], ownWords, chosen });
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
            <span lang={isOfLanguage(deck) ? deck : undefined}>{deckName(words, deck, ownWords)}</span>
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

/** What a deck is called: a word list by its language, in that language. */
export function deckName(words: Ui["words"], deck: string, ownWords: number): string {
  if (isOfLanguage(deck)) return nameOfLanguage(deck);
  if (deck === OWN_WORDS) return words.say("decks.own", { n: ownWords });
  return words.say(deck === PHOTOS ? "decks.photos" : "decks.scenes");
}

/** A deck of words is called by its language's tag. */
function isOfLanguage(deck: string): boolean {
  return deck !== OWN_WORDS && deck !== PHOTOS && deck !== SCENES;
}
