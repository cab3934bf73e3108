/**
 * The silent word between two spymasters: is this clue valid? Nothing of it is seen or heard on any
 * other phone, so nothing sounds or buzzes on these two either.
 */
import type { JSX } from "preact";
import type { QuestionView } from "../../../common/wire";
import { useUi } from "../ui";
import { busy, can, currentTurn, judgeOf, nameOf, question, view } from "../view";
import { Findings } from "./advice";
import { clueLang, clueText } from "./clue-text";

/** Whether a clue of this phone's side is with the rival now. */
export function waitsForRival(open: QuestionView | null): boolean {
  return open !== null && !open.rejected;
}

/** For both spymasters; what is new is spoken, on these two phones alone. */
export function SilentQuestion(): JSX.Element | null {
  const { state } = useUi();
  if (view(state)?.kind !== "key") return null;
  const open = question(state);
  const asks = can(state, "take_back_clue");
  const concerned = open !== null && (asks || can(state, "allow_clue"));
  return (
    <section class={concerned ? "question" : "hidden-text"}>
      <div role="status">
        {concerned && (asks ? <Asking open={open} /> : <Asked open={open} />)}
      </div>
      {concerned && (asks ? <TakeBack open={open} /> : <YesOrNo open={open} />)}
    </section>
  );
}

interface Open {
  open: QuestionView;
}

/** For the side that asked: the rival looks at it, or has said no. */
function Asking({ open }: Open): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const name = judgeOf(seen.lobby, currentTurn(seen.game).team)?.name ?? "?";
  const clue = clueText(words, open.clue.word, open.clue.number);
  return (
    <p data-testid={open.rejected ? "rejected" : "asking"}>
      {words.say(open.rejected ? "question.rejected" : "question.waits", { name, clue })}
    </p>
  );
}

function TakeBack({ open }: Open): JSX.Element {
  const { state, phone, words } = useUi();
  return (
    <button
      type="button"
      class={open.rejected ? "quiet wide" : "wide"}
      data-testid="take-back"
      disabled={busy(state, "take_back_clue")}
      onClick={() => void phone.play("take_back_clue", {})}
    >
      {words.say(open.rejected ? "question.dismiss" : "question.take_back")}
    </button>
  );
}

/** For the rival: the clue, and what the referee says of it. */
function Asked({ open }: Open): JSX.Element | null {
  const ui = useUi();
  const { state, words } = ui;
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  return (
    <div data-testid="asked">
      <p>{words.say("question.asks", { name: nameOf(lobby, open.giver) })}</p>
      <p class="confirm-word" dir="auto" lang={clueLang(ui, open.clue.word)}>
        {clueText(words, open.clue.word, open.clue.number)}
      </p>
      <Findings clue={open.clue} findings={open.findings} />
      <p class="aside">{words.say("question.secret")}</p>
    </div>
  );
}

function YesOrNo({ open }: Open): JSX.Element {
  const { state, phone, words } = useUi();
  const waits = busy(state, "allow_clue", "reject_clue");
  return (
    <div class="pair">
      <button
        type="button"
        class="main"
        data-testid="allow-clue"
        disabled={waits}
        onClick={() => void phone.play("allow_clue", { question: open.id })}
      >
        {words.say("question.allow")}
      </button>
      <button
        type="button"
        data-testid="reject-clue"
        disabled={waits}
        onClick={() => void phone.play("reject_clue", { question: open.id })}
      >
        {words.say("question.reject")}
      </button>
    </div>
  );
}
