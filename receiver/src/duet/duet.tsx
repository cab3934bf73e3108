/** What a duet has above the cards: agents found, tokens, and which side does what. */
import type { JSX } from "preact";

import { BotSign } from "../../../common/look/drawings";
import { nameIn } from "../../../common/people";
import { partner } from "../../../common/teams";
import { DUET_AGENTS, EVERY_SIDE } from "../../../common/wire";
import type { Duet, GameView, LobbyView, Side, Turn } from "../../../common/wire";
import { Badge } from "../teams/badge";
import { KeySign } from "../teams/key-sign";
import { PlainSign } from "../teams/sign";
import { isBot } from "../teams/spymaster";
import { sideName, sidePeople, turnOf } from "../teams/teams";
import { NameOf } from "../text/name";
import { say } from "../words";

interface Props {
  game: GameView;
  lobby: LobbyView;
}

/** The left panel: agents found, and who is side A. */
export function AgentsPanel({ game, lobby }: Props): JSX.Element {
  const found = DUET_AGENTS - game.left.green;
  return (
    <section class={panel(game, "side_a")} data-testid="tv-agents">
      <PlainSign identity="green" inverted class="side-shape" />
      <p class="side-left">{found}</p>
      <p class="side-text">{say("duet.agents", { n: found })}</p>
      <SideName side="side_a" lobby={lobby} />
    </section>
  );
}

/** The right panel: the tokens, nine or as many as were set, and who is side B. */
export function TokensPanel({ game, lobby, duet }: Props & { duet: Duet }): JSX.Element {
  const n = duet.tokens;
  const caption = say("duet.tokens.caption", { n });
  const all = game.settings.tokens;
  const row = Math.max(3, Math.ceil(Math.sqrt(all)));
  const step = 96 / row;
  return (
    <section class={`${panel(game, "side_b")} side-tokens`} data-testid="tv-tokens" data-tokens={n}>
      <svg class="tokens" viewBox="0 0 96 96" role="img" aria-label={`${n} ${caption}`}>
        {Array.from({ length: all }, (_, i) => (
          <circle
            key={i}
            class={i < n ? "token" : "token spent"}
            cx={step * (i % row + 0.5)}
            cy={step * (Math.floor(i / row) + 0.5)}
            r={0.39 * step}
          />
        ))}
      </svg>
      <p class="side-left" aria-hidden>
        {n}
      </p>
      <p class="side-text" aria-hidden>
        {caption}
      </p>
      <SideName side="side_b" lobby={lobby} />
    </section>
  );
}

/** The panel of the side that has to do something now is lit; at the end both, if they won. */
function panel(game: GameView, side: Side): string {
  const active = game.result === null ? acting(game) : game.result.winner === null ? [] : EVERY_SIDE;
  return `side side-green${active.indexOf(side) < 0 ? "" : " active"}`;
}

function SideName({ side, lobby }: { side: Side; lobby: LobbyView }): JSX.Element {
  const seated = lobby.players.some((player) => player.seat === side);
  const name = sidePeople(lobby, side, say);
  return (
    <p class="side-spymaster">
      <Badge side={side} />
      {seated && <KeySign />}
      {isBot(lobby, name) && <BotSign />}
      <NameOf name={name} />
    </p>
  );
}

/** Who gives the clue while there is none, and who guesses once there is one. */
export function acting(game: GameView): readonly Side[] {
  const { side, clue } = turnOf(game);
  if (side === null) return EVERY_SIDE;
  return [clue === null ? side : partner(side)];
}

/** Whose turn it is. */
export function duetTitle(game: GameView, lobby: LobbyView, { side, clue }: Turn): string {
  if (game.phase === "sudden_death") return say("turn.sudden_death");
  if (side === null) return say("duet.first");
  if (clue !== null) return guesses(lobby, side);
  return say("duet.clue", { name: sideName(lobby, side, say) });
}

/** On the slip while there is no clue. */
export function duetWaits(lobby: LobbyView, { side }: Turn): string {
  if (side !== null) return guesses(lobby, side);
  const [a, b] = EVERY_SIDE.map((each) => sideName(lobby, each, say));
  return `${a} / ${b}`;
}

function guesses(lobby: LobbyView, giver: Side): string {
  return say("duet.guess", { name: sideName(lobby, partner(giver), say) });
}

/** Beside the title: who gave the clue, or that both may touch. */
export function duetAside(game: GameView, lobby: LobbyView, turn: Turn): string {
  const { side, clue } = turn;
  if (game.phase === "sudden_death") return say("duet.both");
  return side === null || clue === null ? "" : say("duet.by", { name: givenBy(lobby, turn) });
}

/** Who gave the clue: by name, also where several sit on a side. */
function givenBy(lobby: LobbyView, { giver, side }: Turn): string {
  const name = giver === null ? null : nameIn(lobby, giver);
  return name ?? (side === null ? "" : sideName(lobby, side, say));
}
