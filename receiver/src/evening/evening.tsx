/** After a game: what the evening has come to, and who is proposed for the next key. */
import type { JSX } from "preact";

import type { Evening, LobbyView, Seat } from "../../../common/wire";
import { Badge } from "../teams/badge";
import { KeySign } from "../teams/key-sign";
import { PlainSign, TeamSign } from "../teams/sign";
import { say } from "../words";

export function EveningLine({ evening, lobby }: { evening: Evening; lobby: LobbyView }): JSX.Element {
  return (
    <>
      <Tonight evening={evening} />
      <NextKeys evening={evening} lobby={lobby} />
    </>
  );
}

/** The score of the evening; nothing as long as nothing counts. */
export function Tonight({ evening }: { evening: Evening }): JSX.Element | null {
  const { wins, together } = evening;
  const played = together.won + together.lost;
  if (wins.red + wins.blue + played === 0) return null;
  return (
    <p class="evening-score" data-testid="tv-evening">
      {say("evening.score")}
      {wins.red + wins.blue > 0 && (
        <b>
          <PlainSign identity="red" label={say("team.red")} /> {wins.red} : {wins.blue}{" "}
          <PlainSign identity="blue" label={say("team.blue")} />
        </b>
      )}
      {played > 0 && <b>{say("evening.together", { won: together.won, played })}</b>}
    </p>
  );
}

function NextKeys({ evening, lobby }: { evening: Evening; lobby: LobbyView }): JSX.Element | null {
  const next = lobby.players.filter(({ id }) => seatOf(evening, id) !== undefined);
  if (next.length === 0) return null;
  return (
    <p class="evening-next" data-testid="tv-next">
      <KeySign />
      <span>{say("evening.next")}</span>
      {next.map(({ id, name }) => (
        <span key={id} class="evening-key">
          {marks(seatOf(evening, id))}
          <b>{name}</b>
        </span>
      ))}
    </p>
  );
}

/** The key seat that somebody is proposed for. */
export function seatOf(evening: Evening, player: string): Seat | undefined {
  const seats = Object.keys(evening.next_keys) as Seat[];
  return seats.find((seat) => (evening.next_keys[seat] ?? []).indexOf(player) >= 0);
}

/** What a key seat is for: one team, a side, or nothing where it is for all. */
export function marks(seat: Seat | undefined): JSX.Element | null {
  if (seat === "red_spymaster") return <TeamSign team="red" />;
  if (seat === "blue_spymaster") return <TeamSign team="blue" />;
  return seat === "side_a" || seat === "side_b" ? <Badge side={seat} /> : null;
}
