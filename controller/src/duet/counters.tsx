/** Over the board of a duet: agents found, and tokens. */
import type { JSX } from "preact";
import { DUET_AGENTS } from "../../../common/wire";
import type { GameView } from "../../../common/wire";
import { PlainSign } from "../basics/sign";
import { useUi } from "../ui";

// Over the board

/** How many of the fifteen agents are found. */
export function AgentsFound({ game }: { game: GameView }): JSX.Element {
  const { words } = useUi();
  const n = DUET_AGENTS - game.left.green;
  return (
    <p class="left left-duet is-green" data-testid="agents">
      <span aria-hidden="true">
        <PlainSign team="green" /> {n}
        <small>/{DUET_AGENTS}</small>
      </span>
      <span class="hidden-text">{words.say("duet.agents", { n })}</span>
    </p>
  );
}

export function TokensLeft({ n }: { n: number }): JSX.Element {
  const { words } = useUi();
  return (
    <p class="left left-duet" data-testid="tokens" data-tokens={n}>
      <span aria-hidden="true">
        {n} <span class={n === 0 ? "token token-spent" : "token"} />
      </span>
      <span class="hidden-text">{words.say("duet.tokens", { n })}</span>
    </p>
  );
}
