/** The end of a game: who won and why, the debrief, and the next one. */
import type { JSX } from "preact";
import { MoveButton } from "../basics/move-button";
import { Sign } from "../basics/sign";
import { AwardsOfGame } from "../book/at-the-end";
import { BookButton } from "../book/button";
import { WhoseKeys } from "../duet/ending";
import { EveningSoFar } from "../evening/evening";
import { NextGame } from "../evening/next-game";
import { ShowNext, useNextOfShow } from "../evening/show";
import { useUi } from "../ui";
import { can, view } from "../view";
import { endOf } from "./ending-words";
import { UndoOffered } from "./undo";

export function Ending(): JSX.Element | null {
  const ui = useUi();
  const { state, words } = ui;
  const game = view(state)?.game ?? null;
  const next = useNextOfShow();
  if (game === null || game.result === null) return null;
  const { winner } = game.result;
  const [headline, line] = endOf(ui, game);
  return (
    <section class={`ending${winner === null ? "" : ` is-${winner}`}`}>
      <div class="result" data-testid="result" data-winner={winner ?? "nobody"}>
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
      <ShowNext next={next} />
      <MoveButton move="debrief" class={next === "key" ? "main wide" : "wide"}>
        {words.say("debrief")}
      </MoveButton>
      <WhoseKeys />
      <NextGame leads={next === "game"} />
      <AwardsOfGame />
      <BookButton />
      <EveningSoFar />
    </section>
  );
}
