/** The clue: a word and a number. In spoken games the word may stay away. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { HIGHEST_NUMBER, LONGEST_CLUE } from "../../../common/wire";
import type { ClueNumber } from "../../../common/wire";
import { busy, currentTurn, view } from "../me";
import type { Draft } from "../state";
import { useUi } from "../ui";
import { buzz } from "./basics";

const NUMBERS: readonly string[] = [
  ...Array.from({ length: HIGHEST_NUMBER }, (_, n) => String(n + 1)),
  "0",
  "unlimited",
];

export function ClueForm(): JSX.Element | null {
  const { state, dispatch, phone, words } = useUi();
  const { word, number } = state.draft;
  const draft = (changed: Partial<Draft>): void =>
    dispatch({ type: "draft", draft: { word, number, ...changed } });
  const game = view(state)?.game ?? null;
  if (game === null) return null;
  const spoken = game.settings.clues === "spoken";
  const waits = busy(state, "give_clue");
  const tidy = word.trim();
  const give = (event: Event): void => {
    event.preventDefault();
    if (tidy === "" && !spoken) return;
    const wanted: ClueNumber = number === "unlimited" ? "unlimited" : Number(number);
    buzz();
    void phone.play("give_clue", { word: tidy === "" ? null : tidy, number: wanted });
  };
  return (
    <form class="clue-form" onSubmit={give}>
      <ClueWord value={word} label={words.say(spoken ? "clue.word.optional" : "clue.word")} change={(typed) => draft({ word: typed })} />
      <label class="field clue-number">
        <span class="field-name">{words.say("clue.number")}</span>
        <select
          data-testid="clue-number"
          value={number}
          onChange={(event) => draft({ number: event.currentTarget.value })}
        >
          {NUMBERS.map((it) => (
            <option key={it} value={it} aria-label={it === "unlimited" ? words.say("clue.unlimited") : it}>
              {it === "unlimited" ? "∞" : it}
            </option>
          ))}
        </select>
      </label>
      <button
        type="submit"
        class="main"
        data-testid="clue-give"
        disabled={waits || (tidy === "" && !spoken)}
      >
        {words.say(waits ? "sending" : "clue.give")}
      </button>
      {spoken && <p class="hint">{words.say("clue.spoken.hint")}</p>}
    </form>
  );
}

function ClueWord(props: { value: string; label: string; change(word: string): void }): JSX.Element {
  return (
    <label class="field clue-word">
      <span class="field-name">{props.label}</span>
      <input
        type="text"
        data-testid="clue-word"
        value={props.value}
        maxLength={LONGEST_CLUE}
        autocomplete="off"
        autocapitalize="none"
        autocorrect="off"
        spellcheck={false}
        enterkeyhint="send"
        dir="auto"
        onInput={(event) => props.change(event.currentTarget.value)}
      />
    </label>
  );
}

/** Until the first touch the spelling may be put right. */
export function Correction(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const game = view(state)?.game ?? null;
  const given = game === null ? "" : (currentTurn(game).clue?.word ?? "");
  const [word, setWord] = useState<string | null>(null);
  if (word === null) {
    return (
      <button type="button" class="quiet wide" data-testid="correct-clue" onClick={() => setWord(given)}>
        {words.say("clue.correct")}
      </button>
    );
  }
  const correct = (event: Event): void => {
    event.preventDefault();
    void phone.play("correct_clue", { word: word.trim() }).then(() => setWord(null));
  };
  return (
    <form class="clue-form" onSubmit={correct}>
      <ClueWord value={word} label={words.say("clue.word")} change={setWord} />
      <button type="submit" class="main" data-testid="correct-give" disabled={word.trim() === "" || busy(state, "correct_clue")}>
        {words.say("clue.correct.give")}
      </button>
      <button type="button" onClick={() => setWord(null)}>
        {words.say("touch.cancel")}
      </button>
    </form>
  );
}
