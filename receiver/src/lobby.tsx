/** Before the first game: how to come in, who is here, and where they sit. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { LobbyView, PlayerView, Seat, Team } from "../../common/wire";
import { address } from "./address";
import { Fitted } from "./fitted";
import { KeySign } from "./key_sign";
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
          {state(lobby)}
        </p>
      </section>
    </div>
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
  if (!inUse(lobby, "key_holder") && !inUse(lobby, "operative_for_both")) return null;
  return (
    <section class={alone ? "both alone" : "both"}>
      <h2>
        <Shape identity="red" letter={say("letter.red")} />
        <Shape identity="blue" letter={say("letter.blue")} />
        {say("seat.both")}
      </h2>
      <SeatsOf seat="key_holder" title="seat.key_holder" lobby={lobby} otherwise={0} />
      <SeatsOf seat="operative_for_both" title="seat.operative_for_both" lobby={lobby} otherwise={0} />
    </section>
  );
}

interface SeatsOfProps {
  seat: Seat;
  title: Key;
  lobby: LobbyView;
  /** Chairs that stand there before there is a hint. */
  otherwise: number;
}

/** A kind of seat with those who sit there; left out where nobody does nor should. */
function SeatsOf({ seat, title, lobby, otherwise }: SeatsOfProps): JSX.Element | null {
  if (!inUse(lobby, seat, otherwise)) return null;
  const keys = EVERY_KEY_SEAT.indexOf(seat) >= 0;
  return (
    <div class="seats-of">
      <h3>{say(title)}</h3>
      <Seats players={sitting(lobby, seat)} empty={empty(lobby, seat, otherwise)} keys={keys} />
    </div>
  );
}

function Unseated({ players }: { players: PlayerView[] }): JSX.Element | null {
  if (players.length === 0) return null;
  const most = 7;
  const more = players.length - most;
  return (
    <section class="unseated">
      <h3>{say("seat.spectators")}</h3>
      <ul>
        {players.slice(0, more > 1 ? most : most + 1).map((player) => (
          <Person key={player.id} player={player} />
        ))}
        {more > 1 && <li class="more">{say("lobby.more", { n: more })}</li>}
      </ul>
    </section>
  );
}

interface SeatsProps {
  players: PlayerView[];
  /** Chairs that should be taken, and are not. */
  empty: number;
  keys?: boolean;
}

function Seats({ players, empty, keys = false }: SeatsProps): JSX.Element {
  const size = players.length > 10 ? "seats many" : players.length > 4 ? "seats some" : "seats";
  return (
    <ul class={size}>
      {players.map((player) => (
        <Person key={player.id} player={player} keys={keys} />
      ))}
      {Array.from({ length: empty }, (_, i) => (
        <li key={`empty${i}`} class="empty">
          {say("seat.free")}
        </li>
      ))}
    </ul>
  );
}

function Person({ player, keys = false }: { player: PlayerView; keys?: boolean }): JSX.Element {
  const classes = ["person"];
  if (!player.online) classes.push("away");
  if (player.name.length > 14) classes.push("long");
  return (
    <li class={classes.join(" ")}>
      {keys && <KeySign />}
      <span>{player.name}</span>
    </li>
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
