/** What is left for the key's holder. */
import { Fragment } from "preact";
import type { JSX } from "preact";
import type { Identity, Team } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { guesses } from "../duet/duet";
import { Codename } from "../pictures/codename";
import { teamOf } from "../seats/seat";
import { useUi } from "../ui";
import { me, openKey, view } from "../view";

const IN_ORDER: Record<Team, readonly Identity[]> = {
  red: ["red", "blue"],
  blue: ["blue", "red"],
  green: ["green"],
};

/** The hidden codenames by identity, one's own team first; only while the key lies open. */
export function StillHidden(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  const shown = openKey(state);
  const seat = me(state)?.player.seat ?? "spectator";
  if (seen === null || seen.game === null || shown === null || seen.kind === "debrief" || guesses(state)) return null;
  const { codenames, revealed } = seen.game;
  const order = IN_ORDER[teamOf(seat) ?? "red"];
  return (
    <section class="still" data-testid="still-hidden">
      <h2>{words.say("still")}</h2>
      {[...order, "assassin" as const, "bystander" as const].map((identity) => {
        const left = codenames.map((_, at) => at).filter((at) => revealed[at] === null && shown[at] === identity);
        if (left.length === 0) return null;
        return (
          <p key={identity} class="still-row">
            <Sign identity={identity} label={words.say(`identity.${identity}`)} />{" "}
            <span class="still-words">
              {left.map((at, n) => (
                <Fragment key={at}>
                  {n > 0 && <span class="still-between"> · </span>}
                  <Codename position={at} />
                </Fragment>
              ))}
            </span>
          </p>
        );
      })}
    </section>
  );
}
