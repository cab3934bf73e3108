/** The end as an event: for some seconds nothing else is on the screen. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { Result } from "../../common/wire";
import { resultReason, resultTitle } from "./headline";
import { say } from "./words";

export function Curtain({ result }: { result: Result }): JSX.Element {
  const assassin = result.ending === "assassin";
  const kind = assassin ? "assassin" : (result.winner ?? "bystander");
  const letter = kind === "assassin" ? "" : say(`letter.${kind}`);
  return (
    <div class={`curtain curtain-${kind}`} data-testid="tv-curtain" aria-hidden>
      <Shape identity={kind} letter={letter} inverted />
      <p class="curtain-title">{assassin ? say("end.assassin.title") : resultTitle(result)}</p>
      <p class="curtain-why">
        {resultReason(result)} {assassin && `${resultTitle(result)}!`}
      </p>
    </div>
  );
}
