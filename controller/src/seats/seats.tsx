/** The seats by team: who sits where, and where somebody is still wanted. */
import type { JSX } from "preact";
import { SEATS } from "../../../common/wire";
import type { LobbyView, Mode, PlayerView, Seat, Team, View } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { Name, Names } from "../bots/name";
import { AddBot, Bots, playsWithBots } from "../bots/seating";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { busy, me, over, view } from "../view";
import type { Me } from "../view";
import { isForOne, isKeySeat, teamOf } from "./seat";

export function Seats(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null) return null;
  const { lobby } = seen;
  const mode = modeOf(seen);
  const first = firstSeats(lobby, mode);
  const others = SEATS[mode].filter((seat) => first.indexOf(seat) < 0);
  return (
    <section class="seats" aria-label={words.say("seats")}>
      <Places mode={mode} seats={first} lobby={lobby} />
      <Unseated lobby={lobby} mode={mode} />
      <Bots lobby={lobby} mode={mode} />
      <details class="other-seats" data-testid="other-seats">
        <summary>{words.say("seats.other")}</summary>
        <Places mode={mode} seats={others} lobby={lobby} />
        <SeatButton seat="spectator" lobby={lobby} />
      </details>
    </section>
  );
}

/** Those of the teams, however many people there are; of the others those where people sit, or should. */
function firstSeats({ players, suggested }: LobbyView, mode: Mode): readonly Seat[] {
  const used = (seat: Seat): boolean => players.some((player) => player.seat === seat) || (suggested[seat] ?? 0) > 0;
  return SEATS[mode].filter((seat) => seat !== "spectator" && (teamOf(seat) !== null || used(seat)));
}

interface PlacesProps {
  mode: Mode;
  /** Of these only. */
  seats: readonly Seat[];
  lobby: LobbyView;
}

function Places({ mode, ...seats }: PlacesProps): JSX.Element {
  const { words } = useUi();
  if (mode === "duet") return <Group {...seats} name={words.say("mode.duet")} of={["side_a", "side_b"]} sign="green" row />;
  const team = (which: "red" | "blue"): JSX.Element => (
    <Group
      {...seats}
      name={words.say(`team.${which}`)}
      of={[`${which}_spymaster`, `${which}_operative`]}
      sign={which}
      row={mode === "coop"}
    />
  );
  if (mode === "coop") return team("red");
  return (
    <>
      <div class="seat-teams">
        {team("red")}
        {team("blue")}
      </div>
      <Group {...seats} name={words.say("seats.both")} of={["key_holder", "operative_for_both"]} row />
    </>
  );
}

interface GroupProps {
  name: string;
  of: readonly Seat[];
  seats: readonly Seat[];
  lobby: LobbyView;
  sign?: Team;
  /** It has all the width for itself. */
  row?: boolean;
}

/** The seats of a team, or of both; left out where there is none of them. */
function Group({ name, of, seats, lobby, sign, row = false }: GroupProps): JSX.Element | null {
  const here = of.filter((seat) => seats.indexOf(seat) >= 0);
  if (here.length === 0) return null;
  return (
    <div class={`seat-team${sign === undefined ? "" : ` is-${sign}`}`} role="group" aria-label={name}>
      <h2>
        {sign !== undefined && <Sign identity={sign} />} {name}
      </h2>
      <div class={row ? "seat-row" : "seat-column"}>
        {here.map((seat) => (
          <SeatButton key={seat} seat={seat} lobby={lobby} />
        ))}
      </div>
    </div>
  );
}

interface InLobby {
  lobby: LobbyView;
  mode: Mode;
}

/** Who is here and has no seat, or none that the game has; to whom that happens, they can watch as well. */
function Unseated({ lobby, mode }: InLobby): JSX.Element | null {
  const { state, phone, words } = useUi();
  const unseated = lobby.players.filter(({ id }) => lobby.unseated.indexOf(id) >= 0);
  if (unseated.length === 0) return null;
  const own = unseated.find(({ id }) => id === state.you);
  const [before, after] = words.say("seats.unseated", { names: "|" }).split("|");
  return (
    <div class="unseated" data-testid="unseated" role="status">
      {own !== undefined && SEATS[mode].indexOf(own.seat) < 0 && (
        <p>
          <strong>{words.say("seats.stray", { seat: words.say(`seat.${own.seat}`) })}</strong>
        </p>
      )}
      <p class="aside">
        {before}
        <Names of={unseated} />
        {after}
      </p>
      {own !== undefined && (
        <button
          type="button"
          class="quiet"
          data-testid="just-watch"
          disabled={busy(state, "take_seat")}
          onClick={() => void phone.send("take_seat", { seat: "spectator" })}
        >
          {words.say("seats.watch")}
        </button>
      )}
    </div>
  );
}

function SeatButton({ seat, lobby }: { seat: Seat; lobby: LobbyView }): JSX.Element {
  const { state, phone, words } = useUi();
  const mine = me(state);
  const here = lobby.players.filter(({ id, seat: taken }) => taken === seat && lobby.unseated.indexOf(id) < 0);
  const own = here.some(({ id }) => id === state.you);
  const wanted = Math.max(0, (lobby.suggested[seat] ?? 0) - here.length);
  const held = isForOne(seat) && here.length > 0 && !own;
  const relieved = relievable(here, seat, mine);
  const sit = (): void => {
    if (own) return;
    if (relieved !== undefined) void phone.send("relieve_bot", { player: relieved.id });
    else void phone.send(held ? "ask_for_seat" : "take_seat", { seat });
  };
  const styles = here.flatMap(({ bot }) => (bot === null ? [] : [words.say(`style.${bot}`)]));
  const addsBot = here.length === 0 && seat !== "spectator" && mine?.isHost === true && lobby.bots === "ready" && playsWithBots(state);
  const classes = ["seat", own ? "seat-own" : "", wanted > 0 ? "seat-wanted" : ""];
  return (
    <div class="seat-place">
      <button
        type="button"
        class={classes.filter(Boolean).join(" ")}
        data-testid={`seat-${seat}`}
        aria-pressed={own}
        disabled={busy(state, "take_seat", "ask_for_seat", "relieve_bot")}
        onClick={sit}
      >
        <span class="seat-name">
          {shortName(words, seat)}
        </span>
        <span class="seat-people">
          {here.map((player) => (
            <Person key={player.id} player={player} own={player.id === state.you} />
          ))}
          <span class="seat-hint">{[...styles, hint()].filter(Boolean).join(" · ")}</span>
        </span>
      </button>
      {addsBot && <AddBot seat={seat} called={words.say(`seat.${seat}`)} />}
    </div>
  );

  function hint(): string {
    if (relieved !== undefined) return words.say("bots.take");
    if (held) return words.say("seat.ask");
    if (wanted > 0) return words.say("seat.wanted", { n: wanted });
    return here.length === 0 && !addsBot && seat !== "spectator" ? words.say("seat.free") : "";
  }
}

/** The bot that goes when this person sits down where nobody but bots sits; at a key the host decides. */
function relievable(here: readonly PlayerView[], seat: Seat, mine: Me | null): PlayerView | undefined {
  if (here.some(({ bot }) => bot === null) || (isKeySeat(seat) && mine?.isHost !== true)) return undefined;
  return here[0];
}

/** What a seat is called below the name of its team. */
function shortName(words: Ui["words"], seat: Seat): string {
  const short = `seat.short.${seat.replace(/^(red|blue)_/, "")}`;
  return words.say(seat !== "spectator" && words.has(short) ? short : `seat.${seat}`);
}

function Person({ player, own }: { player: PlayerView; own: boolean }): JSX.Element {
  const { words } = useUi();
  return (
    <span class={`person${own ? " person-own" : ""}${player.online ? "" : " person-away"}`}>
      <Name of={player} />
      {!player.online && <span class="hidden-text"> ({words.say("away")})</span>}
    </span>
  );
}

/** What is being played, or else what is played next: seats are taken for that. */
function modeOf({ game, lobby }: View): Mode {
  return game !== null && !over(game) ? game.settings.mode : lobby.settings.mode;
}
