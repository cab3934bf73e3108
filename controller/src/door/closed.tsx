/** The host's door: closed to everybody new, or open. */
import type { JSX } from "preact";
import { DoorSign } from "../../../common/look/door";
import type { LobbyView } from "../../../common/wire";
import { useUi } from "../ui";
import { busy, me, nameOf, view } from "../view";

/** What a newcomer finds before a closed door. It opens by itself: the view says so. */
export function ClosedDoor({ lobby }: { lobby: LobbyView }): JSX.Element {
  const { words } = useUi();
  return (
    <section class="panel closed-door" role="status" data-testid="door-closed">
      <DoorSign class="door-sign" />
      <div>
        <h2>{words.say("closed")}</h2>
        <p>{words.say("closed.newcomer", { name: nameOf(lobby, lobby.host) })}</p>
      </div>
    </section>
  );
}

/** For everybody inside how the door is; for the host the way to close and to open it. */
export function DoorSwitch(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  const isHost = me(state)?.isHost === true;
  if (!isHost && !lobby.closed) return null;
  return (
    <div class="door-switch">
      {isHost && (
        <button
          type="button"
          class="wide"
          data-testid="door-switch"
          disabled={busy(state, "set_door")}
          onClick={() => void phone.send("set_door", { closed: !lobby.closed })}
        >
          {words.say(lobby.closed ? "closed.open" : "closed.close")}
        </button>
      )}
      <p class="aside" role="status" data-testid="door-state">
        {words.say(lobby.closed ? "closed.inside" : "closed.not")}
      </p>
    </div>
  );
}
