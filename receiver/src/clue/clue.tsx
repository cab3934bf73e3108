/** A clue, as large as its slip allows. */
import type { JSX } from "preact";

import type { Clue } from "../../../common/wire";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import { NumberOf } from "./clue-number";

interface Props {
  clue: Clue;
  /** Its language. */
  lang: string;
  /** Agents found under it so far, where that is to be seen. */
  hits?: number;
}

export function ClueText({ clue, lang, hits }: Props): JSX.Element {
  const spokenNumber = clue.number === "unlimited" ? say("clue.unlimited") : clue.number;
  const label =
    clue.word === null
      ? say("game.clue.spoken", { number: spokenNumber })
      : say("game.clue.says", { word: clue.word, number: spokenNumber });
  return (
    <>
      <span class="hidden">{label}</span>
      <span class="slip-word" aria-hidden>
        {clue.word === null ? (
          <i class="slip-spoken">{say("game.spoken")}</i>
        ) : (
          <Fitted key={clue.word} text={clue.word} lang={lang} largest={0.92} />
        )}
      </span>
      <b class="slip-number" aria-hidden>
        <NumberOf number={clue.number} />
        {hits !== undefined && typeof clue.number === "number" && clue.number > 0 && (
          <span class="pips">
            {Array.from({ length: Math.max(clue.number, hits) }, (_, i) => (
              <i key={i} class={i < hits ? "pip hit" : "pip"} />
            ))}
          </span>
        )}
      </b>
    </>
  );
}
