/** In the debrief, one clue after the other: which cards it meant. */
import { Component } from "preact";
import type { JSX } from "preact";

import { clueText } from "../../../common/book/awards";
import type { BookWords } from "../../../common/book/words";
import { capitals, langAt, langOf } from "../../../common/language/capitals";
import { isPhoto } from "../../../common/photos/photos";
import { drawn } from "../../../common/scenes/scene";
import type { GameView, Note, Turn } from "../../../common/wire";
import { Fitted } from "../text/fitted";
import { say } from "../words";

/** How long one is shown (ms). */
const EACH = 5000;

interface Props {
  words: BookWords;
  game: GameView;
  notes: readonly Note[];
}

export class MeantLine extends Component<Props, { n: number }> {
  override state = { n: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;

  override componentDidMount(): void {
    this.timer = setInterval(() => this.setState(({ n }) => ({ n: n + 1 })), EACH);
  }

  override componentWillUnmount(): void {
    clearInterval(this.timer);
  }

  override render({ words, game, notes }: Props, { n }: { n: number }): JSX.Element | null {
    const told = game.turns.flatMap((turn, at) => meantBy(words, game, turn, notes.filter((note) => note.turn === at)) ?? []);
    const text = told[n % Math.max(1, told.length)];
    if (text === undefined) return null;
    return (
      <span class="awards-line" data-testid="tv-meant">
        <Fitted text={text} largest={0.75} mostLines={1} cut />
      </span>
    );
  }
}

/** Of a turn's clue, with the notes of that turn; null where nobody noted what it means. */
export function meantBy(words: BookWords, game: GameView, { clue, giver }: Turn, notes: readonly Note[]): string | null {
  const note = notes.find(({ by }) => by === giver);
  if (clue === null || note === undefined) return null;
  const cards = note.cards.map((at) => called(game, at)).join(", ");
  return words.say("meant", { clue: clueText(words.say, clue.word, clue.number, langOf(game)), cards });
}

function called(game: GameView, position: number): string {
  const codename = game.codenames[position] ?? "";
  if (game.settings.board === "words") return capitals(codename, langAt(game, position));
  return isPhoto(codename) ? say("photo.name", { n: position + 1 }) : drawn(codename);
}
