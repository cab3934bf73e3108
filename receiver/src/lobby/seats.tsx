/** Who sits where: the kinds of seats with their people, and chairs that are free. */
import type { JSX } from "preact";

import { KEY_SEATS } from "../../../common/wire";
import type { LobbyView, PlayerView, Seat } from "../../../common/wire";
import { KeySign } from "../teams/key-sign";
import { NameOf } from "../text/name";
import { say } from "../words";
import type { TextKey } from "../words";

interface SeatsOfProps {
  seat: Seat;
  title: TextKey;
  lobby: LobbyView;
  /** Chairs that stand there before there is a hint. */
  otherwise?: number;
  space?: number;
}

/** A kind of seat with those who sit there; left out where nobody does nor should. */
export function SeatsOf(props: SeatsOfProps): JSX.Element | null {
  const { seat, title, lobby, otherwise = 0, space = spaceForSeats(lobby) } = props;
  if (!inUse(lobby, seat, otherwise)) return null;
  const keys = KEY_SEATS.indexOf(seat) >= 0;
  return (
    <div class="seats-of">
      <h3>{say(title)}</h3>
      <Seats
        players={sitting(lobby, seat)}
        empty={empty(lobby, seat, otherwise)}
        keys={keys}
        space={space}
      />
    </div>
  );
}

/**
 * Space for the seats of one kind in the panels, in hundredths of the screen's height: they are
 * taller when there is little below them.
 */
export function spaceForSeats(lobby: LobbyView): number {
  const unseatedRows = Math.ceil(sitting(lobby, "spectator").length / UNSEATED_A_ROW);
  return 31.5 + ([17, 9, 4.5][unseatedRows] ?? 0) - (bothInUse(lobby) ? 12.5 : 0);
}

const UNSEATED_A_ROW = 3;

export function Unseated({ players }: { players: PlayerView[] }): JSX.Element | null {
  if (players.length === 0) return null;
  return (
    <section class="unseated">
      <h3>{say("seat.short.spectator")}</h3>
      <ul>
        <People players={players} most={3 * UNSEATED_A_ROW} />
      </ul>
    </section>
  );
}

interface SeatsProps {
  players: PlayerView[];
  /** Chairs that should be taken, and are not. */
  empty: number;
  keys: boolean;
  space: number;
}

/** One column, or two, or two of low rows: the styles set how tall each is. */
function Seats({ players, empty, keys, space }: SeatsProps): JSX.Element {
  const all = players.length + empty;
  const size = all * 7.3 <= space ? "" : Math.ceil(all / 2) * 6.5 <= space ? " some" : " many";
  const most = size === " many" ? Math.floor(space / 4.5) * 2 : all;
  return (
    <ul class={`seats${size}`}>
      <People players={players} most={most} keys={keys} />
      {Array.from({ length: Math.max(0, Math.min(empty, most - players.length)) }, (_, i) => (
        <li key={`empty${i}`} class="empty">
          {say("seat.free")}
        </li>
      ))}
    </ul>
  );
}

interface PeopleProps {
  players: PlayerView[];
  /** Places in the list. Of more people some are only counted. */
  most: number;
  keys?: boolean;
}

function People({ players, most, keys = false }: PeopleProps): JSX.Element {
  const named = players.length > most ? players.slice(0, most - 1) : players;
  const more = players.length - named.length;
  return (
    <>
      {named.map((player) => (
        <li key={player.id} class={player.online ? "person" : "person away"}>
          {keys && <KeySign />}
          <NameOf name={player.name} />
        </li>
      ))}
      {more > 0 && <li class="more">{say("lobby.more", { n: more })}</li>}
    </>
  );
}

/** Whether so few are here that nobody needs a team's own seat: two play both teams together. */
export function playAsOne(lobby: LobbyView): boolean {
  const teams = ["red", "blue"] as const;
  return !teams.some(
    (team) => inUse(lobby, `${team}_spymaster`, 1) || inUse(lobby, `${team}_operative`, 1),
  );
}

export function bothInUse(lobby: LobbyView): boolean {
  return inUse(lobby, "key_holder") || inUse(lobby, "operative_for_both");
}

export function sitting(lobby: LobbyView, seat: Seat): PlayerView[] {
  return lobby.players.filter((player) => player.seat === seat);
}

function inUse(lobby: LobbyView, seat: Seat, otherwise = 0): boolean {
  return sitting(lobby, seat).length + empty(lobby, seat, otherwise) > 0;
}

/** How many chairs of this seat are free: as suggested, or `otherwise` before there is a hint. */
function empty(lobby: LobbyView, seat: Seat, otherwise: number): number {
  const hinted = Object.keys(lobby.suggested).length > 0;
  const wished = hinted ? (lobby.suggested[seat] ?? 0) : otherwise;
  return Math.max(0, Math.min(wished - sitting(lobby, seat).length, 3));
}
