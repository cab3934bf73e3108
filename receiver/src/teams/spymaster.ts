/** Who gives clues; after a game, who gave them in it. */
import { ofTwo } from "../../../common/teams";
import type { LobbyView, Seat, Team } from "../../../common/wire";

/** A team's own spymaster, or whoever keeps the key for both; "" for nobody. */
export function spymaster(lobby: LobbyView, team: Team): string {
  const own: Seat = `${ofTwo(team)}_spymaster`;
  const seats: Seat[] = [own, "key_holder"];
  const [last] = lobby.evening === null ? [] : lobby.evening.games.slice(-1);
  for (const seat of seats) {
    const holder = lobby.players.find((player) =>
      last === undefined ? player.seat === seat : player.id === last.keys[seat],
    );
    if (holder !== undefined) return holder.name;
  }
  return "";
}
