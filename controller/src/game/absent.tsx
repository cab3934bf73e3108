/** Whom the game waits for, when nobody sits there or none of them is connected: how it goes on. */
import type { JSX } from "preact";
import { BotSign } from "../../../common/look/drawings";
import type { GameView, LobbyView, QuestionView, Seat } from "../../../common/wire";
import { isForOne } from "../seats/seat";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, me, question, view } from "../view";

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
  if (seen === null || seen.game === null) return null;
  const awaited = seats(seen.game, question(state));
  const said = missing(words, seen.lobby, awaited) ?? failing(words, seen.lobby, awaited);
  return said === null ? null : (
    <>
      <p class="hint absent" data-testid="absent" role="status">
        {said}
      </p>
      <BotInstead lobby={seen.lobby} awaited={awaited} />
    </>
  );
}

/** Host: where nobody sits, a bot can. */
function BotInstead({ lobby, awaited }: { lobby: LobbyView; awaited: readonly Seat[] }): JSX.Element | null {
  const { state, phone, words } = useUi();
  const [seat] = awaited;
  const taken = lobby.players.some((player) => awaited.indexOf(player.seat) >= 0);
  if (seat === undefined || taken || lobby.bots !== "ready" || me(state)?.isHost !== true) return null;
  return (
    <button
      type="button"
      class="wide"
      data-testid="bot-instead"
      disabled={busy(state, "add_bot")}
      onClick={() => void phone.send("add_bot", { seat, style: state.botStyle })}
    >
      <BotSign />
      &nbsp;{words.say("bots.add", { seat: words.say(`seat.${seat}`) })}
    </button>
  );
}

/** Those who are awaited. */
function seats({ phase, may }: GameView, open: QuestionView | null): readonly Seat[] {
  const move = AWAITED[phase];
  const actors = open?.may["allow_clue"] ?? (move === undefined ? [] : may[move]) ?? [];
  return actors.filter((actor): actor is Seat => actor !== "host" && actor !== "seated");
}

/** That nobody sits there; or who has to be asked for the seat, while all who sit there are away. */
function missing(words: Ui["words"], { players }: LobbyView, awaited: readonly Seat[]): string | null {
  const [first] = awaited;
  if (first === undefined) return null;
  const there = players.filter(({ seat }) => awaited.indexOf(seat) >= 0);
  if (there.length === 0) return words.say("wait.nobody", { seat: words.say(`seat.${first}`) });
  const [holder] = there.filter(({ seat }) => isForOne(seat));
  if (holder === undefined || there.some(({ online }) => online)) return null;
  return words.say("wait.offline", { name: holder.name });
}

/** That bots cannot think any more, where nobody else could go on. */
function failing(words: Ui["words"], { bots, players }: LobbyView, awaited: readonly Seat[]): string | null {
  const there = players.filter(({ seat }) => awaited.indexOf(seat) >= 0);
  const [first] = there;
  if (bots === "ready" || first === undefined || there.some(({ bot }) => bot === null)) return null;
  return words.say("bots.failing.now", { name: first.name });
}
