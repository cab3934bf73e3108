/** Before the first game: how to come in, who is here, and where they sit. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { LobbyView, PlayerView, Seat, Settings, Team } from "../../common/wire";
import { address } from "./address";
import { Fitted } from "./fitted";
import { KeySign } from "./key_sign";
import { NameOf } from "./name";
import { houseRules } from "./rules";
import { say } from "./words";
import type { Key } from "./words";

interface Props {
  lobby: LobbyView;
  joinUrl: string | null;
}

export function Lobby({ lobby, joinUrl }: Props): JSX.Element {
  return (
    <div class="lobby" data-testid="tv-lobby">
      <Invitation code={lobby.code} joinUrl={joinUrl} />
      <section class="lobby-people">
        <header>
          <h1 class="wordmark">Undercast</h1>
          <HouseRules settings={lobby.settings} />
          {lobby.players.length > 0 && (
            <p class="lobby-count">{say("lobby.people", { n: lobby.players.length })}</p>
          )}
        </header>
        {playAsOne(lobby) ? null : (
          <div class={lobby.players.length > 16 ? "teams crowded" : "teams"}>
            <TeamSeats team="red" lobby={lobby} />
            <TeamSeats team="blue" lobby={lobby} />
          </div>
        )}
        <BothTeams lobby={lobby} alone={playAsOne(lobby)} />
        <Unseated players={sitting(lobby, "spectator")} />
        <p class="lobby-state" role="status">
          <Fitted class="name" text={state(lobby)} largest={0.72} mostLines={1} cut />
        </p>
      </section>
    </div>
  );
}

function HouseRules({ settings }: { settings: Settings }): JSX.Element {
  const rules = houseRules(settings);
  return (
    <p class="lobby-rules" data-testid="tv-rules">
      {rules !== "" && (
        <Fitted class="name" text={say("lobby.rules", { rules })} largest={0.5} mostLines={3} cut />
      )}
    </p>
  );
}

function Invitation({ code, joinUrl }: { code: string; joinUrl: string | null }): JSX.Element {
  return (
    <section class="invitation">
      <h2>
        <Fitted text={say("lobby.title")} mostLines={1} />
      </h2>
      <img src={`/qr/${encodeURIComponent(code)}.svg`} alt={say("lobby.qr")} />
      <p class="invitation-or">{say("lobby.or")}</p>
      <p class="invitation-address">
        <Fitted text={address(joinUrl, code)} largest={0.85} mostLines={1} />
      </p>
      <p class="invitation-wifi">
        <Fitted text={say("lobby.wifi")} mostLines={1} />
      </p>
    </section>
  );
}

function TeamSeats({ team, lobby }: { team: Team; lobby: LobbyView }): JSX.Element {
  const operative: Seat = team === "red" ? "red_operative" : "blue_operative";
  const spymaster: Seat = team === "red" ? "red_spymaster" : "blue_spymaster";
  return (
    <section class={`team team-${team}`}>
      <h2>
        <Shape identity={team} letter={say(`letter.${team}`)} inverted />
        {say(`team.${team}`)}
      </h2>
      <SeatsOf seat={spymaster} title="seat.spymaster" lobby={lobby} otherwise={1} />
      <SeatsOf seat={operative} title="seat.operatives" lobby={lobby} otherwise={1} />
    </section>
  );
}

/** Seats for both teams: shown when somebody sits there, or should with so few people. */
function BothTeams({ lobby, alone }: { lobby: LobbyView; alone: boolean }): JSX.Element | null {
  if (!bothInUse(lobby)) return null;
  const room = alone ? roomForSeats(lobby) : ROOM_BELOW;
  return (
    <section class={alone ? "both alone" : "both"}>
      <h2>
        <Shape identity="red" letter={say("letter.red")} />
        <Shape identity="blue" letter={say("letter.blue")} />
        {say("seat.both")}
      </h2>
      <SeatsOf seat="key_holder" title="seat.key_holder" lobby={lobby} room={room} />
      <SeatsOf seat="operative_for_both" title="seat.operative_for_both" lobby={lobby} room={room} />
    </section>
  );
}

interface SeatsOfProps {
  seat: Seat;
  title: Key;
  lobby: LobbyView;
  /** Chairs that stand there before there is a hint. */
  otherwise?: number;
  room?: number;
}

/** A kind of seat with those who sit there; left out where nobody does nor should. */
function SeatsOf(props: SeatsOfProps): JSX.Element | null {
  const { seat, title, lobby, otherwise = 0, room = roomForSeats(lobby) } = props;
  if (!inUse(lobby, seat, otherwise)) return null;
  const keys = EVERY_KEY_SEAT.indexOf(seat) >= 0;
  return (
    <div class="seats-of">
      <h3>{say(title)}</h3>
      <Seats
        players={sitting(lobby, seat)}
        empty={empty(lobby, seat, otherwise)}
        keys={keys}
        room={room}
      />
    </div>
  );
}

/** Room for the seats of one kind, in hundredths of the screen's height: below the teams, */
const ROOM_BELOW = 4.5;

/** and in the panels, which are taller when there is little below them. */
function roomForSeats(lobby: LobbyView): number {
  const unseatedRows = Math.ceil(sitting(lobby, "spectator").length / UNSEATED_A_ROW);
  return 31.5 + ([17, 9, 4.5][unseatedRows] ?? 0) - (bothInUse(lobby) ? 12.5 : 0);
}

const UNSEATED_A_ROW = 3;

function Unseated({ players }: { players: PlayerView[] }): JSX.Element | null {
  if (players.length === 0) return null;
  return (
    <section class="unseated">
      <h3>{say("seat.spectators")}</h3>
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
  room: number;
}

/** One column, or two, or two of low rows: the styles set how tall each is. */
function Seats({ players, empty, keys, room }: SeatsProps): JSX.Element {
  const all = players.length + empty;
  const size = all * 7.3 <= room ? "" : Math.ceil(all / 2) * 6.5 <= room ? " some" : " many";
  const most = size === " many" ? Math.floor(room / 4.5) * 2 : all;
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

const EVERY_KEY_SEAT: readonly Seat[] = ["red_spymaster", "blue_spymaster", "key_holder"];
const TEAM_SEATS: readonly Seat[] = [
  "red_spymaster",
  "red_operative",
  "blue_spymaster",
  "blue_operative",
];

/** Whether so few are here that nobody needs a team's own seat: two play both teams together. */
function playAsOne(lobby: LobbyView): boolean {
  return !TEAM_SEATS.some((seat) => inUse(lobby, seat, 1));
}

function bothInUse(lobby: LobbyView): boolean {
  return inUse(lobby, "key_holder") || inUse(lobby, "operative_for_both");
}

function inUse(lobby: LobbyView, seat: Seat, otherwise = 0): boolean {
  return sitting(lobby, seat).length + empty(lobby, seat, otherwise) > 0;
}

function sitting(lobby: LobbyView, seat: Seat): PlayerView[] {
  return lobby.players.filter((player) => player.seat === seat);
}

/** How many chairs of this seat are free: as suggested, or `otherwise` before there is a hint. */
function empty(lobby: LobbyView, seat: Seat, otherwise: number): number {
  const hinted = Object.keys(lobby.suggested).length > 0;
  const wished = hinted ? (lobby.suggested[seat] ?? 0) : otherwise;
  return Math.max(0, Math.min(wished - sitting(lobby, seat).length, 3));
}

const NEEDS: Partial<Record<string, Key>> = {
  "room/no_spymaster": "lobby.need.spymaster",
  "room/no_operative": "lobby.need.operative",
  "room/too_few_codenames": "lobby.need.codenames",
};

function state(lobby: LobbyView): string {
  const people = lobby.players.length;
  if (people === 0) return say("lobby.empty");
  if (lobby.no_deal === null) {
    const host = lobby.players.find((player) => player.id === lobby.host);
    return host ? say("lobby.ready", { name: host.name }) : say("lobby.ready.anyone");
  }
  if (people === 1) return say("lobby.alone");
  return say(NEEDS[lobby.no_deal] ?? "lobby.need.other");
}
