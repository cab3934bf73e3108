/** The clue: a word and a number. In spoken games the word may stay away. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { HIGHEST_NUMBER, LONGEST_CLUE } from "../../../common/wire";
import type { ClueNumber, GameView, Verdict } from "../../../common/wire";
import { buzz } from "../basics/buzz";
import { saying } from "../pictures/pictures";
import { AskCoach } from "../coach/sheet";
import type { Draft, State } from "../state";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { busy, can, currentTurn, judgeOf, view } from "../view";
import { Findings, useAdvice } from "./advice";
import type { Advice } from "./advice";
import { Meant, noteMeant } from "./meant";

const NUMBERS: readonly string[] = [
  ...Array.from({ length: HIGHEST_NUMBER }, (_, n) => String(n + 1)),
  "0",
  "unlimited",
];

export function ClueForm({ game }: { game: GameView }): JSX.Element {
  const ui = useUi();
  const { state, dispatch, phone, words } = ui;
  const { word, number } = state.draft;
  const draft = (changed: Partial<Draft>): void => dispatch({ type: "draft", draft: changed });
  const spoken = game.settings.clues === "spoken";
  const tidy = word.trim();
  const wanted: ClueNumber = number === "unlimited" ? "unlimited" : Number(number);
  const { advice, verdict, answered } = useAdvice(tidy, wanted);
  const waits = busy(state, "give_clue", "ask_rival");
  const overruled = verdict === "illegal" && groupDecides(state, game);
  const held = (tidy === "" && !spoken) || (verdict === "illegal" && !overruled);
  const give = (event: Event): void => {
    event.preventDefault();
    if (held) return;
    buzz();
    noteMeant(ui);
    void phone
      .play("give_clue", { word: tidy === "" ? null : tidy, number: wanted, ...consent(verdict) })
      .then(answered);
  };
  return (
    <form class={verdict !== null && can(state, "ask_rival") ? "clue-form clue-form-doubted" : "clue-form"} onSubmit={give}>
      <ClueWord value={word} label={words.say(spoken ? "clue.word.optional" : "clue.word")} change={(typed) => draft({ word: typed })} />
      <NumberField value={number} change={(chosen) => draft({ number: chosen, chosen: true })} />
      <Advised advice={advice} />
      <button type="submit" class="main" data-testid="clue-give" disabled={waits || held}>
        {words.say(waits ? "sending" : givingOf(verdict, overruled, "clue.give"))}
      </button>
      {tidy !== "" && <AskRival word={tidy} number={wanted} verdict={verdict} />}
      <Meant />
      <AskCoach word={tidy} />
      {spoken && game.duet === null && <p class="hint">{saying(ui, "clue.spoken.hint")}</p>}
      {overruled && <p class="hint">{words.say("clue.agreed.why")}</p>}
      {game.settings.referee === "strict" && <p class="hint">{words.say(strictly(state, game))}</p>}
    </form>
  );
}

/** Whether nobody can be asked about a clue, so that the group may overrule the referee. */
function groupDecides(state: State, game: GameView): boolean {
  const seen = view(state);
  const rivals = game.settings.mode === "classic";
  return seen !== null && !(rivals && judgeOf(seen.lobby, currentTurn(game).team) !== null);
}

/** What the giver says to a verdict by giving the clue all the same. */
function consent(verdict: Verdict | null): { anyway?: true; agreed?: true } {
  if (verdict === null) return {};
  return verdict === "illegal" ? { agreed: true, anyway: true } : { anyway: true };
}

function givingOf(verdict: Verdict | null, overruled: boolean, plainly: TextKey): TextKey {
  if (overruled) return "clue.agreed";
  return verdict === "questioned" ? "clue.anyway" : plainly;
}

/** What an illegal clue costs under a strict referee: without a rival the turn at most. */
function strictly(state: State, game: GameView): TextKey {
  if (game.settings.penalty === "none") return "clue.strict.none";
  if (game.settings.penalty === "turn_only" || groupDecides(state, game)) return "clue.strict.turn";
  return "clue.strict";
}

function NumberField(props: { value: string; change(number: string): void }): JSX.Element {
  const { words } = useUi();
  return (
    <label class="field clue-number">
      <span class="field-name">{words.say("clue.number")}</span>
      <select
        data-testid="clue-number"
        value={props.value}
        onChange={(event) => props.change(event.currentTarget.value)}
      >
        {NUMBERS.map((it) => (
          <option key={it} value={it} aria-label={it === "unlimited" ? words.say("clue.unlimited") : it}>
            {it === "unlimited" ? "∞" : it}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Under the word, as soon as the referee has spoken. */
function Advised({ advice }: { advice: Advice | null }): JSX.Element {
  return (
    <div class="advised" role="status">
      {advice !== null && <Findings clue={advice.clue} findings={advice.findings} />}
    </div>
  );
}

/** The rival spymaster can be asked before anybody else hears of the clue. */
function AskRival(props: { word: string; number: ClueNumber; verdict: Verdict | null }): JSX.Element | null {
  const ui = useUi();
  const { state, phone, words } = ui;
  const seen = view(state);
  if (seen === null || seen.game === null || !can(state, "ask_rival")) return null;
  const { word, number, verdict } = props;
  const name = judgeOf(seen.lobby, currentTurn(seen.game).team)?.name ?? "?";
  const ask = (): void => {
    noteMeant(ui);
    void phone.play("ask_rival", { word, number });
  };
  return (
    <button
      type="button"
      class={verdict === null ? "quiet clue-ask" : "clue-ask"}
      data-testid="clue-ask"
      disabled={busy(state, "give_clue", "ask_rival")}
      onClick={ask}
    >
      {words.say(verdict === null ? "clue.ask.quietly" : "clue.ask", { name })}
    </button>
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
export function Correction({ game }: { game: GameView }): JSX.Element {
  const { words } = useUi();
  const [open, setOpen] = useState(false);
  if (open) return <CorrectionForm game={game} close={() => setOpen(false)} />;
  return (
    <button type="button" class="quiet wide" data-testid="correct-clue" onClick={() => setOpen(true)}>
      {words.say("clue.correct")}
    </button>
  );
}

function CorrectionForm({ game, close }: { game: GameView; close(): void }): JSX.Element {
  const { state, phone, words } = useUi();
  const { clue } = currentTurn(game);
  const [word, setWord] = useState(clue?.word ?? "");
  const tidy = word.trim();
  const { advice, verdict, answered } = useAdvice(tidy, clue?.number ?? 0);
  const overruled = verdict === "illegal" && groupDecides(state, game);
  const held = tidy === "" || (verdict === "illegal" && !overruled);
  const correct = (event: Event): void => {
    event.preventDefault();
    if (held) return;
    void phone.play("correct_clue", { word: tidy, ...consent(verdict) }).then((answer) => {
      if ("error" in answer) answered(answer);
      else close();
    });
  };
  return (
    <form class="clue-form" onSubmit={correct}>
      <ClueWord value={word} label={words.say("clue.word")} change={setWord} />
      <Advised advice={advice} />
      <button type="submit" class="main" data-testid="correct-give" disabled={held || busy(state, "correct_clue")}>
        {words.say(givingOf(verdict, overruled, "clue.correct.give"))}
      </button>
      <button type="button" onClick={close}>
        {words.say("touch.cancel")}
      </button>
    </form>
  );
}
