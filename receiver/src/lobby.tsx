/** Before the first game: how to come in, who is here, and where they sit. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { LobbyView, PlayerView, Seat, Team } from "../../common/wire";
import { address } from "./address";
import { Fitted } from "./fitted";
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
        <div class={lobby.players.length > 16 ? "teams crowded" : "teams"}>
          <TeamSeats team="red" lobby={lobby} />
          <TeamSeats team="blue" lobby={lobby} />
        </div>
        <BothTeams lobby={lobby} />
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
      <h2>{say("lobby.title")}</h2>
      <img src={`/qr/${encodeURIComponent(code)}.svg`} alt={say("lobby.qr")} />
      <p class="invitation-or">{say("lobby.or")}</p>
      <p class="invitation-address">
        <Fitted text={address(joinUrl, code)} largest={0.85} mostLines={1} />
      </p>
      <p class="invitation-wifi">{say("lobby.wifi")}</p>
    </section>
  );
}

function TeamSeats({ team, lobby }: { team: Team; lobby: LobbyView }): JSX.Element {
  const operative: Seat = team === "red" ? "red_operative" : "blue_operative";
  const spymaster: Seat = team === "red" ? "red_spymaster" : "blue_spymaster";
  const guessers = sitting(lobby, operative);
  return (
    <section class={`team team-${team}`}>
      <h2>
        <Shape identity={team} letter={say(`letter.${team}`)} inverted />
        {say(`team.${team}`)}
      </h2>
      <h3>{say("seat.spymaster")}</h3>
      <Seats players={sitting(lobby, spymaster)} empty={empty(lobby, spymaster, 1)} keys />
      <h3>{say("seat.operatives")}</h3>
      <Seats players={guessers} empty={empty(lobby, operative, 1)} />
    </section>
  );
}

/** Seats for both teams: shown when somebody sits there, or should with so few people. */
function BothTeams({ lobby }: { lobby: LobbyView }): JSX.Element | null {
  const seats: Seat[] = ["key_holder", "operative_for_both"];
  const shown = seats.filter((seat) => sitting(lobby, seat).length + empty(lobby, seat, 0) > 0);
  if (shown.length === 0) return null;
  return (
    <section class="both">
      <h2>{say("seat.both")}</h2>
      {shown.map((seat) => (
        <div class="both-seat" key={seat}>
          <h3>{say(`seat.${seat}` as Key)}</h3>
          <Seats
            players={sitting(lobby, seat)}
            empty={empty(lobby, seat, 0)}
            keys={seat === "key_holder"}
          />
        </div>
      ))}
    </section>
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
  const size = players.length > 10 ? "seats many" : players.length > 5 ? "seats some" : "seats";
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
  return (
    <li class={player.online ? "person" : "person away"}>
      {keys && <KeySign />}
      <span>{player.name}</span>
    </li>
  );
}

function KeySign(): JSX.Element {
  return (
    <svg class="key-sign" viewBox="0 0 24 24" aria-hidden>
      <path d="M8 5a7 7 0 1 0 6.3 10H17v3h4v-3h2v-4h-8.7A7 7 0 0 0 8 5Zm0 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" />
    </svg>
  );
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
