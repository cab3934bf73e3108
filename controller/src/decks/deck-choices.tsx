/** Which decks the next board is drawn from: word lists, or pictures. */
import type { JSX } from "preact";
import { LANGUAGES, isLanguage } from "../../../common/language/languages";
import type { Setup } from "../setup";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { OWN_WORDS, PHOTOS_OPTION, decksFor, decksOf, withDecks } from "./decks";

/** Several may be mixed; one at least. What is chosen for the other board stays chosen. */
export function DeckChoices(props: {
  setup: Setup;
  /** Codenames of the host's own list. */
  ownWords: number;
  disabled?: boolean;
  change(decks: readonly string[]): void;
}): JSX.Element {
  const { words } = useUi();
  const { setup, ownWords, disabled = false } = props;
  const { board } = setup.settings;
  const chosen = decksFor(board, setup.decks);
  const all = decksOf(board, { ownWords: ownWords > 0 || chosen.indexOf(OWN_WORDS) >= 0 });
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
            <span lang={isLanguage(deck) ? LANGUAGES[deck].tag : undefined}>{deckName(words, deck, ownWords)}</span>
          </label>
        ))}
      </div>
      {board === "pictures" ? <AboutPictures /> : <p class="aside">{words.say("rules.decks.why")}</p>}
    </fieldset>
  );
}

function AboutPictures(): JSX.Element {
  const { words } = useUi();
  const [before, after] = words.say("decks.pictures.why").split("{option}");
  return (
    <p class="aside">
      {before}
      <code class="option">{PHOTOS_OPTION}</code>
      {after}
    </p>
  );
}

/** What a deck is called: a word list by its language, in that language. */
export function deckName(words: Ui["words"], deck: string, ownWords: number): string {
  if (isLanguage(deck)) return LANGUAGES[deck].name;
  if (deck === OWN_WORDS) return words.say("decks.own", { n: ownWords });
  return words.say(deck === "photos" ? "decks.photos" : "decks.scenes");
}
