/** The evening so far: the running score, the games, and who had the key how often. */
import type { JSX } from "preact";
import type { Evening, GameRecord, LobbyView } from "../../../common/wire";
import { PlainSign } from "../basics/sign";
import { NameById } from "../bots/name";
import { kindName } from "../rules/rule-choices";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { nameOf, view } from "../view";

/** Nothing while a game is played: then that one counts. */
export function EveningSoFar(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  const evening = lobby?.evening ?? null;
  if (lobby === undefined || evening === null || evening.games.length === 0) return null;
  return (
    <section class="evening" data-testid="evening">
      <h2>{words.say("evening")}</h2>
      <RunningScore evening={evening} />
      <details>
        <summary data-testid="evening-games">{words.say("evening.games", { n: evening.games.length })}</summary>
        <ol class="evening-games">
          {evening.games.map((record, at) => (
            <GameLine key={at} record={record} lobby={lobby} />
          ))}
        </ol>
        <AtKey evening={evening} lobby={lobby} />
      </details>
    </section>
  );
}

/** What the two teams have won, and what all have won together; each only where it was played. */
function RunningScore({ evening }: { evening: Evening }): JSX.Element {
  const { words } = useUi();
  const { games, wins, together } = evening;
  const apart = games.some(({ mode }) => mode === "classic");
  return (
    <div class="evening-score" data-testid="evening-score">
      {apart && (
        <p>
          {(["red", "blue"] as const).map((team) => (
            <span key={team} class={`evening-team is-${team}`}>
              <PlainSign team={team} />{" "}
              <strong>{wins[team]}</strong>
            </span>
          ))}
        </p>
      )}
      {games.some(({ mode }) => mode !== "classic") && (
        <p class="evening-together">{words.say("evening.together", { won: together.won, lost: together.lost })}</p>
      )}
    </div>
  );
}

function GameLine({ record, lobby }: { record: GameRecord; lobby: LobbyView }): JSX.Element {
  const { words } = useUi();
  const holders = Object.values(record.keys)
    .flatMap((ids) => ids ?? [])
    .map((id) => nameOf(lobby, id));
  return (
    <li>
      <strong>{kindName(words, record)}:</strong> {outcome(words, record)}
      {holders.length > 0 && (
        <span class="aside"> {words.say("evening.keys", { names: holders.join(", ") })}</span>
      )}
    </li>
  );
}

type Outcome = Pick<GameRecord, "mode" | "winner" | "ending" | "score">;

/** How a game ended, in a few words. */
export function outcome(words: Ui["words"], { mode, winner, ending, score }: Outcome): string {
  if (ending === "abandoned") return words.say("evening.abandoned");
  if (mode === "classic") return words.say(winner === null ? "end.nobody" : `end.wins.${winner}`);
  if (winner !== "red" && winner !== "green") return words.say("evening.lost");
  return score === null ? words.say("evening.won") : words.say("evening.won.score", { n: score });
}

/** How often each person had a key; also those who had one and left. */
function AtKey({ evening, lobby }: { evening: Evening; lobby: LobbyView }): JSX.Element {
  const { words } = useUi();
  const here = lobby.players.map(({ id }) => id);
  const left = Object.keys(evening.times_at_key).filter((id) => here.indexOf(id) < 0);
  const times = [...here, ...left].map((id) => ({ id, n: evening.times_at_key[id] ?? 0 }));
  return (
    <div class="evening-keys" data-testid="evening-keys">
      <h3>{words.say("evening.at_key")}</h3>
      <ul>
        {times.map(({ id, n }) => (
          <li key={id}>
            <NameById lobby={lobby} id={id} /> <strong>{words.say("evening.times", { n })}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
