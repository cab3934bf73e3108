/** Who sits where: the kinds of seats with their people, and invitations where somebody is wanted. */
import type { JSX } from "preact";

import { BotSign } from "../../../common/look/drawings";
import { Stamp } from "../../../common/look/stamp";
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
  /** For all cards, and for the tallest row; in hundredths of the screen's height. */
  space: number;
  tallest: number;
  low?: boolean;
}

/** A kind of seat with those who sit there, and whom it waits for; left out where that is nobody. */
export function SeatsOf(props: SeatsOfProps): JSX.Element | null {
  const { seat, title, lobby, space, tallest, low = false } = props;
  const players = sitting(lobby, seat);
  const wanted = wantedIn(lobby, seat);
  const keys = KEY_SEATS.indexOf(seat) >= 0;
  if (players.length + wanted === 0) return null;
  return (
    <div class={keys ? "seats-of keys" : "seats-of"}>
      <h3>{say(title)}</h3>
      <Cards players={players} wanted={wanted} keys={keys} space={space} tallest={tallest} low={low} />
    </div>
  );
}

/** Of one column, and of two from four people on. */
const rowsOf = (all: number): number => (all > 3 ? Math.ceil(all / 2) : all);

/** How tall a row is at least, with its gap, in hundredths of the screen's height. */
const LOWEST = 4.8;

/** Of a team with so many in one kind of seat, names alone are shown, in low rows. */
const CROWD = 8;

export function isCrowd(lobby: LobbyView, seat: Seat): boolean {
  return sitting(lobby, seat).length > CROWD;
}

interface CardsProps {
  players: PlayerView[];
  /** Places that should be taken, and are not. */
  wanted: number;
  keys: boolean;
  space: number;
  tallest: number;
  low: boolean;
}

function Cards({ players, wanted, keys, space, tallest, low }: CardsProps): JSX.Element {
  const all = players.length + wanted;
  const most = Math.max(1, Math.floor(space / LOWEST)) * (all > 3 ? 2 : 1);
  const rows = rowsOf(Math.min(all, most));
  const height = { minHeight: `calc(var(--unit) * ${rows * LOWEST})`, maxHeight: `calc(var(--unit) * ${rows * tallest})` };
  return (
    <ul class={`cards${all > 3 ? " two" : ""}${low ? " low" : ""}`} style={height}>
      <People players={players} most={most} keys={keys} />
      {Array.from({ length: Math.max(0, Math.min(wanted, most - players.length)) }, (_, i) => (
        <li key={`wanted${i}`} class="wanted">
          <Figure />
          {say("lobby.wanted")}
        </li>
      ))}
    </ul>
  );
}

const UNSEATED_A_ROW = 4;
const MOST_UNSEATED_ROWS = 4;

/** How many rows those take who have no seat. */
export function unseatedRows(lobby: LobbyView): number {
  return Math.min(MOST_UNSEATED_ROWS, Math.ceil(withoutSeat(lobby).length / UNSEATED_A_ROW));
}

/** Those who have no seat that this game has, and those who only watch. */
function withoutSeat({ players, unseated }: LobbyView): PlayerView[] {
  return players.filter(({ id, seat }) => seat === "spectator" || unseated.indexOf(id) >= 0);
}

export function Unseated({ lobby }: { lobby: LobbyView }): JSX.Element | null {
  const players = withoutSeat(lobby);
  if (players.length === 0) return null;
  return (
    <section class="unseated">
      <h3>{say(lobby.unseated.length > 0 ? "seat.short.spectator" : "lobby.watching")}</h3>
      <ul>
        <People players={players} most={MOST_UNSEATED_ROWS * UNSEATED_A_ROW} />
      </ul>
    </section>
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
          {player.bot === null ? <Stamp of={player.stamp} /> : <BotSign label={say("bot")} />}
          <NameOf name={player.name} />
          {keys && <KeySign />}
        </li>
      ))}
      {more > 0 && <li class="more">{say("lobby.more", { n: more })}</li>}
    </>
  );
}

/** Somebody in a hat: the picture of whoever should sit here. */
function Figure(): JSX.Element {
  return (
    <svg class="figure" viewBox="0 0 24 24" aria-hidden>
      <path d="M12 2C9.8 2 8.4 3 8 4.7L7.4 7H4v1.8h16V7h-3.4L16 4.7C15.6 3 14.2 2 12 2ZM7.8 10a4.2 4.6 0 0 0 8.4 0ZM12 16.2c-5 0-8.6 2.2-9 5.8h18c-.4-3.6-4-5.8-9-5.8Z" />
    </svg>
  );
}

/** A dot for each seat that the team has and needs; those who sit there fill theirs. */
export function Dots({ lobby, seats }: { lobby: LobbyView; seats: readonly Seat[] }): JSX.Element {
  const taken = seats.reduce((sum, seat) => sum + sitting(lobby, seat).length, 0);
  const wanted = seats.reduce((sum, seat) => sum + wantedIn(lobby, seat), 0);
  return (
    <span class="dots" aria-hidden>
      {taken + wanted > MOST_DOTS
        ? taken
        : Array.from({ length: taken + wanted }, (_, i) => <i key={i} class={i < taken ? "filled" : ""} />)}
    </span>
  );
}

const MOST_DOTS = 8;

export function bothInUse(lobby: LobbyView): boolean {
  return inUse(lobby, "key_holder") || inUse(lobby, "operative_for_both");
}

/** Whether the teams have nobody of their own who guesses: somebody does for both. */
export function guessAsOne(lobby: LobbyView): boolean {
  return !inUse(lobby, "red_operative") && !inUse(lobby, "blue_operative");
}

export function sitting(lobby: LobbyView, seat: Seat): PlayerView[] {
  return lobby.players.filter((player) => player.seat === seat);
}

function inUse(lobby: LobbyView, seat: Seat): boolean {
  return sitting(lobby, seat).length + wantedIn(lobby, seat) > 0;
}

/** How many are wanted in this seat. */
function wantedIn(lobby: LobbyView, seat: Seat): number {
  return Math.max(0, Math.min((lobby.suggested[seat] ?? 0) - sitting(lobby, seat).length, 3));
}
