/** The end of a game: who won and why, the debrief, and the next one. */
import type { JSX } from "preact";
import { rival } from "../../../common/teams";
import type { GameView, Result } from "../../../common/wire";
import { BookButton, SkipLookingBack } from "../book/button";
import { MoveButton } from "../basics/move-button";
import { Sign } from "../basics/sign";
import { coopEnd, isCoop } from "../coop/coop";
import { duetEnd, WhoseKeys } from "../duet/ending";
import { EveningSoFar } from "../evening/evening";
import { NextGame } from "../evening/next-game";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { can, view } from "../view";
import { UndoOffered } from "./undo";

export function Ending(): JSX.Element | null {
  const { state, words } = useUi();
  const game = view(state)?.game ?? null;
  if (game === null || game.result === null) return null;
  const { winner } = game.result;
  const [headline, line] = endOf(words, game, game.result);
  return (
    <section class={`ending${winner === null ? "" : ` is-${winner}`}`}>
      <div class="result" data-testid="result" data-winner={winner ?? "nobody"} role="status">
        {winner !== null && <Sign identity={winner} inverted />}
        <div>
          <h2>{headline}</h2>
          <p>{line}</p>
        </div>
      </div>
      {can(state, "undo") && (
        <div class="undo-place">
          <UndoOffered />
        </div>
      )}
      <MoveButton move="debrief" class="main wide">
        {words.say("debrief")}
      </MoveButton>
      <WhoseKeys />
      <NextGame />
      <SkipLookingBack />
      <BookButton />
      <EveningSoFar />
    </section>
  );
}

function endOf(words: Ui["words"], game: GameView, result: Result): [string, string] {
  if (game.duet !== null) return duetEnd(words, result);
  return isCoop(game) ? coopEnd(words, result) : classicEnd(words, result);
}

/** The headline of the end and the line below it. */
function classicEnd(words: Ui["words"], { winner, ending }: Result): [string, string] {
  if (winner === null) return [words.say("end.nobody"), words.say("end.abandoned")];
  const why = words.say(ending === "assassin" ? `end.assassin.${rival(winner)}` : `end.all.${winner}`);
  return [words.say(`end.wins.${winner}`), why];
}
