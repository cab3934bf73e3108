/** The end as an event: for some seconds nothing else is on the screen. */
import type { JSX } from "preact";

import type { GameView, Result } from "../../../common/wire";
import { Sign } from "../teams/sign";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import { reasonOf, resultReason, resultTitle } from "./result";

export function Curtain({ game, result }: { game: GameView; result: Result }): JSX.Element {
  const assassin = result.ending === "assassin";
  const kind = assassin ? "assassin" : (result.winner ?? "bystander");
  const title = resultTitle(game, result);
  return (
    <div class={`curtain curtain-${kind}`} data-testid="tv-curtain" aria-hidden>
      <Sign identity={kind} inverted />
      <p class="curtain-title">
        <Fitted text={assassin ? say("end.assassin.title") : title} mostLines={1} />
      </p>
      <p class="curtain-why">
        <Fitted text={assassin ? `${reasonOf(result)} ${title}!` : resultReason(game, result)} />
      </p>
    </div>
  );
}
