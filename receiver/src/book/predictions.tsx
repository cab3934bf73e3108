/** Who saw how much coming, in one line: as many as there is room for. */
import type { JSX } from "preact";

import { predictionTexts } from "../../../common/book/predictions";
import type { BookWords } from "../../../common/book/words";
import { nameIn } from "../../../common/people";
import type { GameView, LobbyView } from "../../../common/wire";
import { Fitted } from "../text/fitted";

interface Props {
  words: BookWords;
  game: GameView;
  lobby: LobbyView;
}

export function PredictionsLine({ words, game, lobby }: Props): JSX.Element | null {
  const each = predictionTexts(words, game.predictions, (id) => nameIn(lobby, id));
  if (each.length === 0) return null;
  const shorter = each.map((_, n) => each.slice(0, each.length - n).join(" · "));
  return (
    <span class="awards-line" data-testid="tv-predictions">
      <Fitted text={shorter} largest={0.75} mostLines={1} cut />
    </span>
  );
}
