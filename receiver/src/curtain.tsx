/** The end as an event: for some seconds nothing else is on the screen. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { GameView, Result } from "../../common/wire";
import { reasonOf, resultReason, resultTitle } from "./result";
import { say } from "./words";

export function Curtain({ game, result }: { game: GameView; result: Result }): JSX.Element {
  const assassin = result.ending === "assassin";
  const kind = assassin ? "assassin" : (result.winner ?? "bystander");
  const letter = kind === "assassin" ? "" : say(`letter.${kind}`);
  return (
    <div class={`curtain curtain-${kind}`} data-testid="tv-curtain" aria-hidden>
      <Shape identity={kind} letter={letter} inverted />
      <p class="curtain-title">{assassin ? say("end.assassin.title") : resultTitle(game, result)}</p>
      <p class="curtain-why">
        {assassin ? `${reasonOf(result)} ${resultTitle(game, result)}!` : resultReason(game, result)}
      </p>
    </div>
  );
}
