/** Who is in the room and where they sit, to read. */
import type { JSX } from "preact";
import { useUi } from "../ui";
import { view } from "../view";

export function WhoIsThere(): JSX.Element | null {
  const { state, words } = useUi();
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
          </li>
        ))}
      </ul>
    </section>
  );
}
