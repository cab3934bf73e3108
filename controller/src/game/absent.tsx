/** Whom the game waits for, when none of them is connected: how it goes on without them. */
import type { JSX } from "preact";
import type { GameView, LobbyView, QuestionView } from "../../../common/wire";
import { isForOne } from "../seats/seat";
import { useUi } from "../ui";
import { question, view } from "../view";

/** What has to be done before anything else goes on. */
const AWAITED: Partial<Record<GameView["phase"], string>> = {
  clue: "give_clue",
  guess: "touch_card",
  challenged: "uphold_challenge",
  penalty: "cover_card",
};

export function Absent(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen == null || seen.game === null) return null;
  const name = absent(seen.lobby, seen.game, question(state));
  return name === null ? null : (
    <p class="hint" data-testid="absent" role="status">
      {words.say("wait.offline", { name })}
    </p>
  );
}

/** Of the seats that have to be asked for: the first who is awaited, while all of them are away. */
function absent({ players }: LobbyView, game: GameView, open: QuestionView | null): string | null {
  const move = AWAITED[game.phase];
  const actors = open?.may["allow_clue"] ?? (move === undefined ? undefined : game.may[move]) ?? [];
  const awaited = players.filter(({ seat }) => isForOne(seat) && actors.indexOf(seat) >= 0);
  return awaited.some(({ online }) => online) ? null : (awaited[0]?.name ?? null);
}
