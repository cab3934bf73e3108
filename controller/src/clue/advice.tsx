/** What the referee says of a clue: asked while it is typed, and told in words. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../../../common/connection/connection";
import { capitals, langAt } from "../../../common/language/capitals";
import type { Clue, ClueNumber, Finding, GameView, Verdict } from "../../../common/wire";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { view } from "../view";

/** Milliseconds without a key until the referee is asked. */
export const PAUSE = 250;

export interface Advice {
  clue: Clue;
  findings: readonly Finding[];
  /** The board that it was judged on. */
  step: number;
}

/** What was heard last, and the verdict on just this clue: null while none is known. */
interface Heard {
  advice: Advice | null;
  verdict: Verdict | null;
  /** The clue was given, and this is answered: what is objected to in it is known now. */
  answered(answer: Answer): void;
}

/** The referee's advice on a clue that is being thought of, or was refused; the latest answer wins. */
export function useAdvice(word: string, number: ClueNumber): Heard {
  const { state, phone } = useUi();
  const [advice, setAdvice] = useState<Advice | null>(null);
  const step = state.message?.step ?? 0;
  const advises = view(state)?.game?.settings.referee === "advise";
  const asks = advises && word !== "" && state.line === "online";
  useEffect(() => {
    if (!asks) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      void phone.judge(word, number).then((answer) => {
        // Without an answer nothing is advised; the server still judges the clue that is given.
        if (!wanted || "error" in answer) return;
        setAdvice({ clue: { word, number }, findings: answer.findings, step });
      });
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asks, word, number, step, phone]);
  const answered = (answer: Answer): void => {
    if ("error" in answer && answer.error.findings.length > 0) {
      setAdvice({ clue: { word, number }, findings: answer.error.findings, step });
    }
  };
  const fits = advice?.clue.word === word && advice.clue.number === number && advice.step === step;
  if (!advises || advice === null || (word === "" && !fits)) return { advice: null, verdict: null, answered };
  return { advice, verdict: fits ? worst(advice.findings) : null, answered };
}

function worst(findings: readonly Finding[]): Verdict | null {
  if (findings.length === 0) return null;
  return findings.some(({ verdict }) => verdict === "illegal") ? "illegal" : "questioned";
}

/** The objections, each with the codename concerned. */
export function Findings({ clue, findings }: Pick<Advice, "clue" | "findings">): JSX.Element | null {
  const { state, words } = useUi();
  const game = view(state)?.game ?? null;
  if (findings.length === 0) return null;
  return (
    <ul class="findings" data-testid="findings">
      {findings.map((finding) => (
        <li
          key={`${finding.reason} ${finding.position ?? ""}`}
          class={`finding is-${finding.verdict}`}
          data-verdict={finding.verdict}
        >
          <strong>{words.say(`verdict.${finding.verdict}`)}</strong>{" "}
          {reason(words, clue, finding, game)}
        </li>
      ))}
    </ul>
  );
}

function reason(words: Ui["words"], clue: Clue, finding: Finding, game: GameView | null): string {
  const at = finding.position;
  return words.say(`finding.${finding.reason}`, {
    clue: clue.word ?? "",
    word: at === null || game === null ? "" : capitals(game.codenames[at] ?? "", langAt(game, at)),
    number: clue.number,
  });
}
