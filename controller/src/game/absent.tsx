/** Whom the game waits for, when nobody sits there or none of them is connected: how it goes on. */
import type { JSX } from "preact";
import { BotSign } from "../../../common/look/drawings";
import type { GameView, LobbyView, QuestionView, Seat } from "../../../common/wire";
import { useLasts } from "../basics/lasting";
import { isForOne } from "../seats/seat";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, me, question, view } from "../view";
import { Waited } from "./waited";

/** What has to be done before anything else goes on. */
const AWAITED: Partial<Record<GameView["phase"], string>> = {
  clue: "give_clue",
  guess: "touch_card",
  challenged: "uphold_challenge",
  penalty: "cover_card",
};

/** Milliseconds that somebody is away before it is told: phones sleep for a moment, servers start again. */
const PATIENCE = 2000;

export function Absent(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  const awaited = seen === null || seen.game === null ? [] : seats(seen.game, question(state));
  const gone = seen === null ? null : away(seen.lobby, awaited);
  const long = useLasts(gone, PATIENCE);
  if (seen === null) return null;
  const wait = seen.game?.waiting ?? null;
  if (wait !== null) return <Waited wait={wait} lobby={seen.lobby} />;
  const offline = gone === null || !long ? null : words.say("wait.offline", { name: gone });
  const said = unseated(words, seen.lobby, awaited) ?? offline ?? failing(words, seen.lobby, awaited);
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

/** That nobody sits there. */
function unseated(words: Ui["words"], { players }: LobbyView, awaited: readonly Seat[]): string | null {
  const [first] = awaited;
  if (first === undefined || players.some(({ seat }) => awaited.indexOf(seat) >= 0)) return null;
  return words.say("wait.nobody", { seat: words.say(`seat.${first}`) });
}

/** The name of who has to be asked for the seat, while all who sit there are away. */
function away({ players }: LobbyView, awaited: readonly Seat[]): string | null {
  const there = players.filter(({ seat }) => awaited.indexOf(seat) >= 0);
  const [holder] = there.filter(({ seat }) => isForOne(seat));
  return holder === undefined || there.some(({ online }) => online) ? null : holder.name;
}

/** That bots cannot think any more, where nobody else could go on. */
function failing(words: Ui["words"], { bots, players }: LobbyView, awaited: readonly Seat[]): string | null {
  const there = players.filter(({ seat }) => awaited.indexOf(seat) >= 0);
  const [first] = there;
  if (bots === "ready" || first === undefined || there.some(({ bot }) => bot === null)) return null;
  return words.say("bots.failing.now", { name: first.name });
}
