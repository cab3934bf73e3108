/** Who gives clues. */
import type { LobbyView, Seat, Team } from "../../common/wire";

/** A team's own spymaster, or whoever keeps the key for both; "" for nobody. */
export function spymaster(lobby: LobbyView, team: Team): string {
  const own: Seat = team === "red" ? "red_spymaster" : "blue_spymaster";
  const seats: Seat[] = [own, "key_holder"];
  for (const seat of seats) {
    const holder = lobby.players.find((player) => player.seat === seat);
    if (holder !== undefined) return holder.name;
  }
  return "";
}
