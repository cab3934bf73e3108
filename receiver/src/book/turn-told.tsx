/** A turn above the cards: whose, its clue, and what was touched under it. */
import type { JSX } from "preact";

import type { Touch, Turn } from "../../../common/wire";
import { ClueText } from "../clue/clue";
import { Badge } from "../teams/badge";
import { Sign } from "../teams/sign";
import { NameOf } from "../text/name";
import { say } from "../words";

interface Props {
  turn: Turn;
  /** The language of the clues. */
  lang: string;
  /** The name of somebody by id. */
  nameOf: (id: string) => string;
  touches: readonly Touch[];
}

export function TurnTold({ turn, lang, nameOf, touches }: Props): JSX.Element {
  const { team, side, giver, clue, struck } = turn;
  const invalid = struck[struck.length - 1]?.clue ?? null;
  const shown = clue ?? invalid;
  return (
    <header class="book-headline">
      <section class={`turn turn-${team}`} role="status">
        <h1 class="turn-title">
          {side === null ? <Sign identity={team} /> : <Badge side={side} />}
          <NameOf name={giver === null ? titleOf(turn) : nameOf(giver)} />
        </h1>
        <p class="book-touches">
          {touches.filter(({ undone }) => !undone).map(({ identity }, at) => (
            <Sign key={at} identity={identity} label={say(`identity.${identity}`)} />
          ))}
        </p>
        {shown === null ? (
          <div class="slip waiting">
            <p class="slip-waiting">{titleOf(turn)}</p>
          </div>
        ) : (
          <div class={clue === null ? "slip struck" : "slip"} data-testid="tv-told-clue">
            {clue === null ? (
              <div class="slip-clue">
                <ClueText clue={shown} lang={lang} />
              </div>
            ) : (
              <ClueText clue={shown} lang={lang} />
            )}
          </div>
        )}
      </section>
    </header>
  );
}

/** What is said of a turn to which nobody gave a clue. */
function titleOf({ team, touches }: Turn): string {
  return team === "green" && touches.length > 0 ? say("turn.sudden_death") : say(`team.${team}`);
}
