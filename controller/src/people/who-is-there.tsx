/** Who is in the room and where they sit, to read. */
import type { JSX } from "preact";
import { Name } from "../bots/name";
import { useUi } from "../ui";
import { peopleIn, view } from "../view";

export function WhoIsThere(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined || lobby.players.length === 0) return null;
  return (
    <section class="there">
      <h2>{words.say("door.there", { n: peopleIn(lobby).length })}</h2>
      <ul>
        {lobby.players.map((player) => (
          <li key={player.id}>
            <span class={player.online ? "" : "person-away"}>
              <Name of={player} /> <span class="aside">{words.say(`seat.${player.seat}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
