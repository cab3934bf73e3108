/** Where all operatives have to agree: who has not marked a card yet. */
import { isOperative } from "../seats/seat";
import type { State } from "../state";
import { currentTurn, view } from "../view";

/** Names of the team's operatives who are online and have not marked it, bots left out; none by other rules. */
export function stillToMark(state: State, position: number): string[] {
  const seen = view(state);
  if (seen === null || seen.game === null) return [];
  const { guessing, agreement } = seen.game.settings;
  if (guessing !== "operatives_tap" || agreement !== "all") return [];
  const { team } = currentTurn(seen.game);
  const marked = seen.marks.filter((mark) => mark.position === position).map(({ by }) => by);
  return seen.lobby.players
    .filter(({ id, seat, online, bot }) => online && bot === null && isOperative(seat, team) && marked.indexOf(id) < 0)
    .map(({ name }) => name);
}
