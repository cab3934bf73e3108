/** The seats by team: who sits where, and where somebody is still wanted. */
import type { JSX } from "preact";
import { SEATS } from "../../../common/wire";
import type { LobbyView, Mode, PlayerView, Seat, View } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, me, over, view } from "../view";
import { isForOne } from "./seat";

export function Seats(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null) return null;
  const { lobby } = seen;
  const mode = modeOf(seen);
  return (
    <section class="seats" aria-label={words.say("seats")}>
      <Strays lobby={lobby} mode={mode} />
      {mode === "classic" && <OfTeams lobby={lobby} />}
      {mode === "coop" && <OfTeam team="red" lobby={lobby} row />}
      {mode === "duet" && <OfSides lobby={lobby} />}
      <SeatButton seat="spectator" lobby={lobby} />
    </section>
  );
}

interface InLobby {
  lobby: LobbyView;
}

/** Two teams, and what one person can be for both. */
function OfTeams({ lobby }: InLobby): JSX.Element {
  const { words } = useUi();
  return (
    <>
      <div class="seat-teams">
        <OfTeam team="red" lobby={lobby} />
        <OfTeam team="blue" lobby={lobby} />
      </div>
      <div class="seat-team" role="group" aria-label={words.say("seats.both")}>
        <h2>{words.say("seats.both")}</h2>
        <div class="seat-row">
          <SeatButton seat="key_holder" lobby={lobby} />
          <SeatButton seat="operative_for_both" lobby={lobby} />
        </div>
      </div>
    </>
  );
}

/** `row`: it has all the width for itself. */
function OfTeam({ team, lobby, row = false }: InLobby & { team: "red" | "blue"; row?: boolean }): JSX.Element {
  const { words } = useUi();
  const name = words.say(`team.${team}`);
  return (
    <div class={`seat-team is-${team}`} role="group" aria-label={name}>
      <h2>
        <Sign identity={team} /> {name}
      </h2>
      <div class={row ? "seat-row" : "seat-column"}>
        <SeatButton seat={`${team}_spymaster`} lobby={lobby} />
        <SeatButton seat={`${team}_operative`} lobby={lobby} />
      </div>
    </div>
  );
}

/** The two sides of a duet: each sees a key of its own. */
function OfSides({ lobby }: InLobby): JSX.Element {
  const { words } = useUi();
  const name = words.say("mode.duet");
  return (
    <div class="seat-team is-green" role="group" aria-label={name}>
      <h2>
        <Sign identity="green" /> {name}
      </h2>
      <div class="seat-row">
        <SeatButton seat="side_a" lobby={lobby} />
        <SeatButton seat="side_b" lobby={lobby} />
      </div>
    </div>
  );
}

/** Who sits where the game that is chosen has no seat: asked to choose anew. */
function Strays({ lobby, mode }: InLobby & { mode: Mode }): JSX.Element | null {
  const { state, words } = useUi();
  const seats = SEATS[mode];
  const strays = lobby.players.filter(({ seat }) => seats.indexOf(seat) < 0);
  if (strays.length === 0) return null;
  const own = strays.find(({ id }) => id === state.you);
  const others = strays.filter(({ id }) => id !== state.you).map(({ name }) => name);
  return (
    <div class="strays" data-testid="strays" role="status">
      {own !== undefined && (
        <p>
          <strong>{words.say("seats.stray", { seat: words.say(`seat.${own.seat}`) })}</strong>
        </p>
      )}
      {others.length > 0 && <p>{words.say("seats.strays", { names: others.join(", ") })}</p>}
    </div>
  );
}

function SeatButton({ seat, lobby }: { seat: Seat; lobby: LobbyView }): JSX.Element {
  const { state, phone, words } = useUi();
  const mine = me(state);
  const here = lobby.players.filter((player) => player.seat === seat);
  const own = mine?.player.seat === seat;
  const wanted = Math.max(0, (lobby.suggested[seat] ?? 0) - here.length);
  const held = isForOne(seat) && here.length > 0 && !own;
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
        {shortName(words, seat)}
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

/** What a seat is called below the name of its team. */
function shortName(words: Ui["words"], seat: Seat): string {
  const short = `seat.short.${seat.replace(/^(red|blue)_/, "")}`;
  return words.say(words.has(short) ? short : `seat.${seat}`);
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

/** What is being played, or else what is played next: seats are taken for that. */
function modeOf({ game, lobby }: View): Mode {
  return game !== null && !over(game) ? game.settings.mode : lobby.settings.mode;
}
