/** The end as an event: for some seconds nothing else is on the screen. */
import type { JSX } from "preact";

import type { GameView, LobbyView, Result, Team } from "../../../common/wire";
import { Sign } from "../teams/sign";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import { reasonOf, resultReason, resultTitle } from "./result";

interface Props {
  game: GameView;
  lobby: LobbyView;
  result: Result;
}

export function Curtain({ game, lobby, result }: Props): JSX.Element {
  const assassin = result.ending === "assassin";
  const kind = assassin ? "assassin" : (result.winner ?? "bystander");
  const title = resultTitle(game, result);
  const winners = result.winner === null ? [] : peopleOf(lobby, result.winner);
  return (
    <div class={`curtain curtain-${kind}`} data-testid="tv-curtain" aria-hidden>
      {kind === result.winner && winners.length > 0 && <Confetti />}
      <Sign identity={kind} inverted />
      <p class="curtain-title">
        <Fitted text={assassin ? say("end.assassin.title") : title} mostLines={1} />
      </p>
      <p class="curtain-why">
        <Fitted text={assassin ? `${reasonOf(result)} ${title}!` : resultReason(game, result)} />
      </p>
      {winners.length > 0 && (
        <p class="curtain-names" data-testid="tv-winners">
          <Fitted text={shortened(winners)} mostLines={3} largest={0.6} cut />
        </p>
      )}
    </div>
  );
}

/** Who played for this team: those in its seats, and in a duet everybody on a side. */
function peopleOf({ players }: LobbyView, team: Team): string[] {
  const own = team === "green" ? "side_" : `${team}_`;
  return players.filter(({ seat }) => seat.indexOf(own) === 0).map(({ name }) => name.replace(/ /g, "\u00a0"));
}

const MOST_NAMES = 24;

/** All of them, or as many as can be read, and how many more. */
function shortened(names: readonly string[]): string[] {
  const told = (n: number): string =>
    names.slice(0, n).join("\u00a0· ") + (n < names.length ? ` +${names.length - n}` : "");
  const most = Math.min(names.length, MOST_NAMES);
  return Array.from({ length: most }, (_, i) => told(most - i));
}

const PIECES = 28;

/** Where a piece falls, how far it turns and when is all in its style sheet, by its number. */
function Confetti(): JSX.Element {
  return (
    <div class="confetti">
      {Array.from({ length: PIECES }, (_, i) => (
        <i key={i} style={{ left: `${(i * 37) % 100}%`, animationDelay: `${(i * 53) % 900}ms` }} />
      ))}
    </div>
  );
}
