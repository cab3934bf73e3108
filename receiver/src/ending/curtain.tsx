/** The end as an event: for some seconds nothing else is on the screen. */
import { Component } from "preact";
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
      <Sign identity={kind} inverted />
      <OneByOne>
        {[
          <p class="curtain-title">
            <Fitted text={assassin ? say("end.assassin.title") : title} mostLines={1} />
          </p>,
          <p class="curtain-why">
            <Fitted text={assassin ? say("end.why", { reason: reasonOf(result), title }) : resultReason(game, result)} />
          </p>,
          winners.length > 0 && (
            <p class="curtain-names" data-testid="tv-winners">
              <Fitted text={shortened(winners)} mostLines={3} largest={0.6} cut />
            </p>
          ),
          kind === result.winner && winners.length > 0 && <Confetti />,
        ]}
      </OneByOne>
    </div>
  );
}

interface Parts {
  children: readonly (JSX.Element | false)[];
}

/** One part more in each frame: all in the same one would hold up a slow television. They are seen when the curtain is down. */
class OneByOne extends Component<Parts, { here: number }> {
  override state = { here: 0 };
  private frame = 0;

  override componentDidMount(): void {
    this.goOn();
  }

  override componentDidUpdate(): void {
    this.goOn();
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.frame);
  }

  private goOn(): void {
    const { here } = this.state;
    cancelAnimationFrame(this.frame);
    if (here < this.props.children.length)
      this.frame = requestAnimationFrame(() => this.setState({ here: here + 1 }));
  }

  override render({ children }: Parts, { here }: { here: number }): JSX.Element {
    return <>{children.slice(0, here)}</>;
  }
}

/** Who played for this team, with their stamps: those in its seats, and in a duet everybody on a side. */
function peopleOf({ players }: LobbyView, team: Team): string[] {
  const own = team === "green" ? "side_" : `${team}_`;
  return players.filter(({ seat }) => seat.indexOf(own) === 0).map(({ name, stamp }) => `${stamp} ${name}`.trim().replace(/ /g, "\u00a0"));
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
