/** A game: who is to move and the clue above, the cards, and what else is good to know below. */
import type { JSX } from "preact";

import type { Beat } from "../../../common/moments/score";
import type { DebriefView, GameView, Identity, View } from "../../../common/wire";
import { Board } from "../board/board";
import { Footer } from "./footer";
import { Headline } from "./headline";

interface Props {
  view: View;
  game: GameView;
  joinUrl: string | null;
  /** What moves just now. */
  beat: Beat | null;
  /** The server's time. */
  now: () => number;
  /** What the book says of an ended game, once it is loaded. */
  awards?: JSX.Element | null;
}

export function Game({ view, game, joinUrl, beat, now, awards = null }: Props): JSX.Element {
  const debriefed = view.kind === "debrief";
  return (
    <div class={`game${game.paused ? " paused" : ""}${debriefed ? " debriefed" : ""}`} data-testid={debriefed ? "tv-debrief" : "tv-game"}>
      <Headline game={game} lobby={view.lobby} marks={view.marks} now={now} awards={awards} />
      <Board
        game={game}
        lobby={view.lobby}
        marks={view.marks}
        keys={view.kind === "debrief" ? keysOf(view) : []}
        beat={beat}
      />
      <Footer game={game} lobby={view.lobby} joinUrl={joinUrl} scan={!debriefed} />
    </div>
  );
}

function keysOf({ key, key_b: other }: DebriefView): (readonly Identity[])[] {
  return other === null ? [key] : [key, other];
}
