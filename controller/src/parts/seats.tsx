/** The seats by team: who sits where, and where somebody is still wanted. */
import type { JSX } from "preact";
import { Shape } from "../../../common/shapes";
import type { LobbyView, PlayerView, Seat, Team } from "../../../common/wire";
import { busy, isKeySeat, me, teamOf, view } from "../me";
import { key, useUi } from "../ui";

const TEAMS: readonly Team[] = ["red", "blue"];

export function Seats(): JSX.Element | null {
  const { state, words } = useUi();
  const lobby = view(state)?.lobby;
  if (lobby === undefined) return null;
  return (
    <section class="seats" aria-label={words.say("seats")}>
      <div class="seat-teams">
        {TEAMS.map((team) => (
          <div key={team} class={`seat-team is-${team}`} role="group" aria-label={words.say(key("team", team))}>
            <h2>
              <Shape identity={team} letter={words.say(key("letter", team))} />{" "}
              {words.say(key("team", team))}
            </h2>
            <SeatButton seat={`${team}_spymaster`} lobby={lobby} />
            <SeatButton seat={`${team}_operative`} lobby={lobby} />
          </div>
        ))}
      </div>
      <div class="seat-team" role="group" aria-label={words.say("seats.both")}>
        <h2>{words.say("seats.both")}</h2>
        <div class="seat-row">
          <SeatButton seat="key_holder" lobby={lobby} />
          <SeatButton seat="operative_for_both" lobby={lobby} />
        </div>
      </div>
      <SeatButton seat="spectator" lobby={lobby} />
    </section>
  );
}

function SeatButton({ seat, lobby }: { seat: Seat; lobby: LobbyView }): JSX.Element {
  const { state, phone, words } = useUi();
  const mine = me(state);
  const here = lobby.players.filter((player) => player.seat === seat);
  const own = mine?.player.seat === seat;
  const wanted = Math.max(0, (lobby.suggested[seat] ?? 0) - here.length);
  const held = isKeySeat(seat) && here.length > 0 && !own;
  const sit = (): void => {
    if (own) return;
    void phone.send(held ? "ask_for_seat" : "take_seat", { seat });
  };
  const classes = ["seat", own ? "seat-own" : "", wanted > 0 ? "seat-wanted" : ""];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-testid={`seat-${seat}`}
      aria-pressed={own}
      disabled={busy(state, "take_seat", "ask_for_seat")}
      onClick={sit}
    >
      <span class="seat-name">
        {words.say(key("seat.short", teamOf(seat) === null ? seat : seat.replace(/^[a-z]+_/, "")))}
      </span>
      <span class="seat-people">
        {here.map((player) => (
          <Person key={player.id} player={player} own={player.id === state.you} />
        ))}
        <span class="seat-hint">{hint()}</span>
      </span>
    </button>
  );

  function hint(): string {
    if (held) return words.say("seat.ask");
    if (wanted > 0) return words.say("seat.wanted", { n: wanted });
    return here.length === 0 && seat !== "spectator" ? words.say("seat.free") : "";
  }
}

function Person({ player, own }: { player: PlayerView; own: boolean }): JSX.Element {
  const { words } = useUi();
  return (
    <span class={`person${own ? " person-own" : ""}${player.online ? "" : " person-away"}`}>
      {player.name}
      {!player.online && <span class="hidden-text"> ({words.say("away")})</span>}
    </span>
  );
}
