/** Below the cards: how latecomers join, and the clues so far. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { Clue, GameView } from "../../common/wire";
import { address } from "./address";
import { NumberOf } from "./number";
import { say } from "./words";

interface Props {
  game: GameView;
  code: string;
  joinUrl: string | null;
}

/** More would not be read any more. */
const MOST_CLUES = 8;

export function Footer({ game, code, joinUrl }: Props): JSX.Element {
  // The current clue stands large above the cards.
  const past = game.result === null ? game.turns.slice(0, -1) : game.turns;
  const told = past.filter((turn) => turn.clue !== null).slice(-MOST_CLUES);
  return (
    <footer class="footer">
      <p class="footer-join">
        {say("game.join")} <b>{address(joinUrl, code)}</b>
      </p>
      <ol class="footer-clues" aria-label={say("game.clues")}>
        {told.reverse().map((turn, i) => (
          <li key={past.length - i}>
            <Shape
              identity={turn.team}
              letter={say(`letter.${turn.team}`)}
              label={say(`team.${turn.team}`)}
            />
            {turn.clue !== null && <ClueOf clue={turn.clue} />}
          </li>
        ))}
      </ol>
    </footer>
  );
}

function ClueOf({ clue }: { clue: Clue }): JSX.Element {
  return (
    <>
      {clue.word ?? say("debrief.spoken")} <NumberOf number={clue.number} />
    </>
  );
}
