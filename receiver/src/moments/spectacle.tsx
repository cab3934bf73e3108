/** What lies over the table for a moment: a sweep, the dark, the end; how a clue is typed, and news. Loaded apart. */
import type { JSX } from "preact";

import type { Beat } from "../../../common/moments/score";
import type { GameView, LobbyView } from "../../../common/wire";
import { duetTitle } from "../duet/duet";
import { Curtain } from "../ending/curtain";
import { Sign } from "../teams/sign";
import { turnOf } from "../teams/teams";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import { Typing } from "./typing";

export { announcements } from "../announcements/announcements";

export interface Props {
  beat: Beat;
  game: GameView;
  lobby: LobbyView;
}

export function Spectacle({ beat, game, lobby }: Props): JSX.Element | null {
  const { result } = game;
  switch (beat.kind) {
    case "clue":
      return <Typing ms={beat.ms} />;
    case "sweep":
      return <Sweep game={game} lobby={lobby} />;
    case "dark":
      return <Dark />;
    case "rest":
      // It stays dark until the end stands there.
      return result?.ending === "assassin" ? <Dark /> : null;
    case "finale":
      return result === null ? null : <Curtain game={game} lobby={lobby} result={result} />;
    default:
      return null;
  }
}

/** Whose turn comes: the colour goes over the table, and the name stands large. The headline says it, too. */
function Sweep({ game, lobby }: { game: GameView; lobby: LobbyView }): JSX.Element {
  const turn = turnOf(game);
  return (
    <div class={`sweep sweep-${turn.team}`} data-testid="tv-sweep" aria-hidden>
      <p>
        <Sign identity={turn.team} inverted />
        <Fitted text={nameOfTurn(game, lobby)} mostLines={1} />
      </p>
    </div>
  );
}

function nameOfTurn(game: GameView, lobby: LobbyView): string {
  const turn = turnOf(game);
  if (game.duet !== null) return duetTitle(game, lobby, turn);
  return game.phase === "opponent" ? say("game.opponent") : say(`team.${turn.team}`);
}

const SHARDS = 12;

/** The light is out, and something broke. */
function Dark(): JSX.Element {
  return (
    <div class="dark" data-testid="tv-dark" aria-hidden>
      {Array.from({ length: SHARDS }, (_, i) => (
        <i key={i} class="shard" style={{ transform: `rotate(${(360 / SHARDS) * i + 7 * (i % 3)}deg)` }}>
          <i />
        </i>
      ))}
    </div>
  );
}
