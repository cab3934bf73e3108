/** After a game: what the evening has come to, and who is proposed for the next key. */
import type { JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { Evening, LobbyView, Seat, Team } from "../../common/wire";
import { Badge } from "./badge";
import { KeySign } from "./key_sign";
import { NameOf } from "./name";
import { say } from "./words";

export function EveningLine({ evening, lobby }: { evening: Evening; lobby: LobbyView }): JSX.Element {
  const { wins, together } = evening;
  const played = together.won + together.lost;
  return (
    <>
      <p class="evening-score" data-testid="tv-evening">
        {say("evening.score")}
        {wins.red + wins.blue > 0 && (
          <b>
            <TeamShape team="red" /> {wins.red} : {wins.blue} <TeamShape team="blue" />
          </b>
        )}
        {played > 0 && <b>{say("evening.together", { won: together.won, played })}</b>}
      </p>
      <NextKeys evening={evening} lobby={lobby} />
    </>
  );
}

function TeamShape({ team }: { team: Team }): JSX.Element {
  return <Shape identity={team} letter={say(`letter.${team}`)} label={say(`team.${team}`)} />;
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
          <NameOf name={name} />
        </span>
      ))}
    </p>
  );
}

function seatOf(evening: Evening, player: string): Seat | undefined {
  const seats = Object.keys(evening.next_keys) as Seat[];
  return seats.find((seat) => evening.next_keys[seat] === player);
}

/** What a key seat is for: one team, both, or a side. */
function marks(seat: Seat | undefined): JSX.Element | null {
  switch (seat) {
    case "red_spymaster":
      return <TeamShape team="red" />;
    case "blue_spymaster":
      return <TeamShape team="blue" />;
    case "side_a":
    case "side_b":
      return <Badge side={seat} />;
    default:
      return null;
  }
}
