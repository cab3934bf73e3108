/** The household's library, as the server has it: word lists for all rooms. It needs no room. */
import type { Trouble } from "../../../common/connection/connection";
import type { Done, Failure, ListedLibrary, NewWordList, OfferedList } from "../../../common/wire";
import { libraryToken } from "../memory";

export type Asked<What> = Promise<What | { error: Trouble }>;

/** What cannot be asked is answered with the trouble `client/dropped`. */
export interface ServerLibrary {
  lists(): Asked<ListedLibrary>;
  /** A list's words, as they are pasted. */
  text(id: string): Asked<{ text: string }>;
  keep(list: NewWordList): Asked<OfferedList>;
  remove(id: string): Asked<Done>;
}

export const fileOf = (id: string): string => `/library/${encodeURIComponent(id)}.txt`;

export const SERVER_LIBRARY: ServerLibrary = {
  lists: () => asked("/library", {}),
  text: (id) => asked(fileOf(id), {}, async (answer) => ({ text: await answer.text() })),
  keep: (list) => asked("/library", { method: "POST", body: JSON.stringify(list) }),
  remove: (id) => asked(`/library/${encodeURIComponent(id)}`, { method: "DELETE" }),
};

async function asked<What>(
  path: string,
  how: RequestInit,
  read: (answer: Response) => Promise<What> = (answer) => answer.json() as Promise<What>,
): Promise<What | { error: Trouble }> {
  try {
    const answer = await fetch(path, { ...how, headers: { Authorization: `Bearer ${libraryToken()}` } });
    return answer.ok ? await read(answer) : { error: (await answer.json()) as Failure };
  } catch {
    // No answer, or that of something between.
    return { error: { code: "client/dropped", detail: "", problems: [], findings: [] } };
  }
}
