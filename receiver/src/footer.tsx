/** Below the cards: how latecomers join, and the clues so far. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { Clue, GameView, Team } from "../../common/wire";
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
  const told = toldClues(game);
  return (
    <footer class="footer">
      <p class="footer-join">
        {say("game.join")} <b>{address(joinUrl, code)}</b>
      </p>
      <ol class="footer-clues" aria-label={say("game.clues")}>
        {told.slice(-MOST_CLUES).reverse().map(({ team, clue, struck }, i) => (
          <li key={told.length - i}>
            <Shape identity={team} letter={say(`letter.${team}`)} label={say(`team.${team}`)} />
            {struck ? (
              <s>
                <ClueOf clue={clue} />
              </s>
            ) : (
              <ClueOf clue={clue} />
            )}
          </li>
        ))}
      </ol>
    </footer>
  );
}

interface Told {
  team: Team;
  clue: Clue;
  struck: boolean;
}

/** The clues so far in their order. The current one is left out: it stands large above the cards. */
function toldClues(game: GameView): Told[] {
  const told: Told[] = [];
  for (const { team, clue, struck, ended } of game.turns) {
    for (const invalid of struck) told.push({ team, clue: invalid.clue, struck: true });
    if (clue !== null && (ended !== null || game.result !== null)) {
      told.push({ team, clue, struck: false });
    }
  }
  return told;
}

function ClueOf({ clue }: { clue: Clue }): JSX.Element {
  return (
    <>
      {clue.word ?? say("debrief.spoken")} <NumberOf number={clue.number} />
    </>
  );
}
