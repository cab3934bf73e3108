/** At the door of a room: who is inside, a name to come in with, or "I was Ana". */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { NameField, SpeakField } from "../basics/fields";
import { Offline } from "../basics/offline";
import { Wordmark } from "../basics/wordmark";
import { HowToButton } from "../howto/button";
import { keptName } from "../memory";
import { Refusal } from "../refusals/refusal";
import { useUi } from "../ui";
import { view } from "../view";

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
      {state.asking === null ? <Come /> : <Waiting />}
      <WhoIsThere />
      <HowToButton />
      <SpeakField />
    </main>
  );
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

function WhoIsThere(): JSX.Element | null {
  const { state, phone, words } = useUi();
  const players = view(state)?.lobby.players ?? [];
  if (players.length === 0) return null;
  return (
    <section class="there">
      <h2>{words.say("door.there", { n: players.length })}</h2>
      <ul>
        {players.map((player) => (
          <li key={player.id}>
            <span class={player.online ? "" : "person-away"}>
              {player.name} <span class="aside">{words.say(`seat.${player.seat}`)}</span>
            </span>
            {state.asking === null && (
              <button
                type="button"
                class="quiet"
                data-testid={`was-${player.id}`}
                onClick={() => phone.askToReturn(player.id, player.name)}
              >
                {words.say("door.was", { name: player.name })}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
