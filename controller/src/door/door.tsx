/** At the door of a room: who is inside, a name to come in with, or "I was Ana". */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LobbyView, PlayerView } from "../../../common/wire";
import { LightSwitch, NameField, SpeakField } from "../basics/fields";
import { Offline } from "../basics/offline";
import { Wordmark } from "../basics/wordmark";
import { HowToButton } from "../howto/button";
import { LostNews } from "../lobby/lost-news";
import { keptName } from "../memory";
import { WhoIsThere } from "../people/who-is-there";
import { Refusal } from "../refusals/refusal";
import { useUi } from "../ui";
import { nameOf, peopleIn, view } from "../view";
import { ClosedDoor } from "./closed";

export function Door(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  return (
    <main class="start door">
      <Wordmark>
        <p>{words.say("room.open", { code: lobby.code })}</p>
      </Wordmark>
      <Offline />
      {lobby.lost === null ? (
        <WayIn lobby={lobby} />
      ) : (
        <LostNews lost={lobby.lost}>
          <p>{words.say("lost.door", { name: nameOf(lobby, lobby.host) })}</p>
        </LostNews>
      )}
      {lobby.lost === null && state.asking === null && <BeforeNow lobby={lobby} />}
      <WhoIsThere />
      <HowToButton />
      <SpeakField />
      <LightSwitch />
    </main>
  );
}

function WayIn({ lobby }: { lobby: LobbyView }): JSX.Element {
  const { state } = useUi();
  if (state.asking !== null) return <Waiting />;
  return lobby.closed ? <ClosedDoor lobby={lobby} /> : <Come />;
}

function Come(): JSX.Element {
  const { state, phone, words } = useUi();
  const [name, setName] = useState(keptName());
  const join = (event: Event): void => {
    event.preventDefault();
    if (name.trim() !== "") phone.join(name.trim());
  };
  return (
    <form class="panel" onSubmit={join}>
      {state.turnedAway !== null && (
        <p class="refusal" role="alert">
          {words.say("door.turned_away", { name: state.turnedAway })}
        </p>
      )}
      <NameField value={name} testid="join-name" change={setName} />
      <Refusal />
      <button type="submit" class="main wide" data-testid="join-go" disabled={name.trim() === ""}>
        {words.say("door.join")}
      </button>
    </form>
  );
}

function Waiting(): JSX.Element {
  const { state, phone, words } = useUi();
  return (
    <section class="panel" role="status">
      <p>{words.say("door.waiting", { name: state.asking?.name ?? "" })}</p>
      <button type="button" class="wide" onClick={() => phone.stopAsking()}>
        {words.say("touch.cancel")}
      </button>
    </section>
  );
}

/** For a browser that has lost its seat: folded away, but for those who find the door closed. */
function BeforeNow({ lobby }: { lobby: LobbyView }): JSX.Element | null {
  const { words } = useUi();
  const people = peopleIn(lobby);
  if (people.length === 0) return null;
  return (
    <details class="before" open={lobby.closed} data-testid="was-here">
      <summary>{words.say("door.before")}</summary>
      {people.map((player) => (
        <ThatWasMe key={player.id} player={player} />
      ))}
    </details>
  );
}

function ThatWasMe({ player }: { player: PlayerView }): JSX.Element {
  const { phone, words } = useUi();
  return (
    <button
      type="button"
      class="wide"
      data-testid={`was-${player.id}`}
      onClick={() => phone.askToReturn(player.id, player.name)}
    >
      {words.say("door.was", { name: player.name })}
    </button>
  );
}
