/** The board once more, and clue by clue what it came to: the found cards lit, misses grey. */
import type { JSX } from "preact";

import type { Part } from "../../../common/book/passing";
import type { BookWords } from "../../../common/book/words";
import { langOf } from "../../../common/language/capitals";
import { nameIn } from "../../../common/people";
import type { GameView, Turn, View } from "../../../common/wire";
import { Board } from "../board/board";
import type { Light } from "../board/card";
import { Headline } from "../game/headline";
import { meantBy } from "./meant-line";
import { TurnTold } from "./turn-told";

interface Props {
  words: BookWords;
  view: View;
  game: GameView;
  parts: readonly Part[];
  part: Part;
}

export function LookingBack({ words, view, game, parts, part }: Props): JSX.Element {
  const { lobby } = view;
  const turn = game.turns[part.turn];
  const turns = parts.filter(({ kind }) => kind === "turn");
  return (
    <div class="game" data-testid="tv-looking-back" data-turn={part.turn}>
      {turn === undefined ? (
        <Headline game={game} lobby={lobby} marks={[]} now={() => 0} awards={null} />
      ) : (
        <TurnTold turn={turn} lang={langOf(game)} nameOf={(id) => nameIn(lobby, id) ?? ""} touches={turn.touches} />
      )}
      <Board
        game={game}
        lobby={lobby}
        marks={[]}
        keys={[]}
        beat={null}
        lights={turn === undefined ? null : game.codenames.map((_, at) => lightOf(turn, at))}
      />
      <p class="book-foot">
        {turn === undefined
          ? words.say("looking_back")
          : (meant(words, view, game, part.turn) ??
            words.say("looking_back.turn", { n: turns.indexOf(part) + 1, all: turns.length }))}
      </p>
    </div>
  );
}

/** What the clue of a turn meant, once the key is told. */
function meant(words: BookWords, view: View, game: GameView, at: number): string | null {
  const turn = game.turns[at];
  if (view.kind !== "debrief" || turn === undefined) return null;
  return meantBy(words, game, turn, view.notes.filter((note) => note.turn === at));
}

/** What a turn has to do with a card. */
function lightOf({ team, touches, cover }: Turn, position: number): Light {
  if (cover === position) return "found";
  const touch = touches.filter((one) => one.position === position && !one.undone).pop();
  if (touch === undefined) return "dim";
  return touch.identity === team ? "found" : "missed";
}
