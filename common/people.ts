/** Names of people by their ids. */
import type { LobbyView } from "./wire";

/** The name of somebody whom a view mentions, also of who has left since; null where it knows none. */
export function nameIn({ players, former, removed }: LobbyView, id: string | null): string | null {
  return [...players, ...former, ...removed].find((person) => person.id === id)?.name ?? null;
}
