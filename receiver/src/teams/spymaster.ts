/** Who gives clues; after a game, who gave them in it. */
import { nameIn } from "../../../common/people";
import { ofTwo } from "../../../common/teams";
import type { LobbyView, Seat, Team } from "../../../common/wire";

/** Whether somebody of this name is a bot; nobody in a room is called like somebody else. */
export function isBot({ players }: LobbyView, name: string): boolean {
  return players.some((player) => player.bot && player.name === name);
}

/** A team's own spymaster, or whoever keeps the key for both; "" for nobody. */
export function spymaster(lobby: LobbyView, team: Team): string {
  const own: Seat = `${ofTwo(team)}_spymaster`;
  const seats: Seat[] = [own, "key_holder"];
  const [last] = lobby.evening === null ? [] : lobby.evening.games.slice(-1);
  for (const seat of seats) {
    const holder =
      last === undefined
        ? lobby.players.find((player) => player.seat === seat)?.name
        : nameIn(lobby, last.keys[seat]?.[0] ?? null);
    if (holder != null) return holder;
  }
  return "";
}
