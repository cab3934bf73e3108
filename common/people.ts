/** Names and stamps of people by their ids. */
import type { FormerView, LobbyView, Mark } from "./wire";

/** The name of somebody whom a view mentions, also of who has left since; null where it knows none. */
export function nameIn(lobby: LobbyView, id: string | null): string | null {
  return personIn(lobby, id)?.name ?? null;
}

/** The same for the stamp; "" also for a bot. */
export function stampIn(lobby: LobbyView, id: string | null): string {
  return personIn(lobby, id)?.stamp ?? "";
}

/** Who has marked a card without knowing the clue's word, while nobody has a better idea; else null. */
export function unsureIn(marks: readonly Mark[]): string | null {
  return marks.every(({ unsure }) => unsure) ? (marks[0]?.by ?? null) : null;
}

function personIn({ players, former, removed }: LobbyView, id: string | null): FormerView | undefined {
  return [...players, ...former, ...removed].find((person) => person.id === id);
}
