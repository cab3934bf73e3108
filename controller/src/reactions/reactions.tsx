/** One tap shows on the TV what this person thinks: for whoever knows no key, and for all once the game is over. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { REACTIONS } from "../../../common/reactions";
import type { Reaction } from "../../../common/wire";
import { isKeySeat } from "../seats/seat";
import type { State } from "../state";
import { useUi } from "../ui";
import { me, over, view } from "../view";

/** Until the next one is shown (ms): the server lets go of more. */
export const PAUSE = 2000;

export function Reactions(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const [sent, setSent] = useState<Reaction | null>(null);
  useEffect(() => {
    if (sent === null) return;
    const timer = setTimeout(() => setSent(null), PAUSE);
    return () => clearTimeout(timer);
  }, [sent]);
  const may = mayReact(state);
  useEffect(() => {
    if (may) void import("../../../common/scenes/scenes.css"); // the font that draws them alike everywhere
  }, [may]);
  if (!may) return null;
  const react = (reaction: Reaction): void => {
    if (sent !== null) return;
    setSent(reaction);
    phone.react(reaction);
  };
  return (
    <div class="reactions" role="group" aria-label={words.say("react")} data-testid="reactions">
      {(Object.keys(REACTIONS) as Reaction[]).map((reaction) => (
        <button
          key={reaction}
          type="button"
          class={reaction === sent ? "reaction sent" : "reaction"}
          aria-label={words.say(`react.${reaction}`)}
          data-testid={`react-${reaction}`}
          aria-disabled={sent !== null}
          onClick={() => react(reaction)}
        >
          <span class="scene" aria-hidden>
            {REACTIONS[reaction]}
          </span>
        </button>
      ))}
    </div>
  );
}

/** The server offers a seat to whoever looks on and has not seen the key. */
function mayReact(state: State): boolean {
  const seen = view(state);
  const mine = me(state);
  if (seen === null || seen.game === null || mine === null) return false;
  const { id, seat } = mine.player;
  return over(seen.game) || (seat === "spectator" ? id in seen.lobby.offered : !isKeySeat(seat));
}
