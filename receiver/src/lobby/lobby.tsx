/** Before the first game: which game it will be, how to come in, who is here and sits where. */
import type { JSX } from "preact";

import { DoorSign } from "../../../common/look/door";
import { Stencil } from "../../../common/look/drawings";
import { nameIn } from "../../../common/people";
import type { Rival } from "../../../common/teams";
import { EVERY_SIDE } from "../../../common/wire";
import type { LobbyView, LostView, Settings, Side } from "../../../common/wire";
import { gameName, shortened } from "../rules/house-rules";
import { Badge } from "../teams/badge";
import { Sign } from "../teams/sign";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import type { TextKey } from "../words";
import { address } from "./join-address";
import { QrCode } from "./qr-code";
import { bothInUse, Dots, guessAsOne, isCrowd, SeatsOf, sitting, Unseated, unseatedRows } from "./seats";

interface Props {
  lobby: LobbyView;
  joinUrl: string | null;
}

export function Lobby({ lobby, joinUrl }: Props): JSX.Element {
  return (
    <div class={`lobby${isReady(lobby) ? " ready" : ""}${hasLongName(lobby) ? " long" : ""}`} data-testid="tv-lobby">
      {lobby.closed ? <Closed lobby={lobby} /> : <Invitation code={lobby.code} joinUrl={joinUrl} />}
      <section class="lobby-people">
        <header>
          <h1 class="wordmark"><Stencil /></h1>
          <ToBePlayed settings={lobby.settings} />
          {lobby.players.length > 0 && (
            <p class="lobby-count">{say("lobby.people", { n: lobby.players.length })}</p>
          )}
        </header>
        <SeatsOfMode lobby={lobby} />
        <Unseated lobby={lobby} />
        <p class={isReady(lobby) || lobby.lost !== null ? "lobby-state lit" : "lobby-state"} role="status">
          <Fitted class="name" text={standing(lobby)} largest={0.72} mostLines={1} cut />
        </p>
      </section>
    </div>
  );
}

/** The game's name, and below it the house rules that matter most. */
function ToBePlayed({ settings }: { settings: Settings }): JSX.Element {
  const rules = shortened(settings);
  return (
    <div class="lobby-game">
      <h2 data-testid="tv-mode">
        <Fitted class="name" text={gameName(settings)} mostLines={1} cut />
      </h2>
      <p class="lobby-rules" data-testid="tv-rules">
        {rules.length > 0 && <Fitted class="name" text={rules} largest={0.75} mostLines={1} cut />}
      </p>
    </div>
  );
}

function Invitation({ code, joinUrl }: { code: string; joinUrl: string | null }): JSX.Element {
  return (
    <section class="invitation">
      <h2>
        <Fitted text={say("lobby.title")} mostLines={1} />
      </h2>
      <QrCode code={code} />
      <p class="invitation-or">{say("lobby.or")}</p>
      <p class="invitation-address" dir="ltr">
        <Fitted text={address(joinUrl, code)} largest={0.85} mostLines={1} />
      </p>
      <p class="invitation-wifi">
        <Fitted text={say("lobby.wifi")} largest={0.46} />
      </p>
    </section>
  );
}

/** In the place of the invitation: nobody new is let in, so nobody is asked to scan. */
function Closed({ lobby }: { lobby: LobbyView }): JSX.Element {
  const name = nameIn(lobby, lobby.host);
  return (
    <section class="invitation closed" data-testid="tv-closed">
      <h2>
        <Fitted text={say("lobby.closed")} mostLines={2} />
      </h2>
      <DoorSign class="closed-door" />
      <div class="invitation-wifi">
        <Fitted text={say("lobby.closed.who")} largest={0.6} />
        {name !== null && <Fitted class="name" text={say("lobby.closed.how", { name })} mostLines={1} cut />}
      </div>
    </section>
  );
}

function SeatsOfMode({ lobby }: { lobby: LobbyView }): JSX.Element {
  switch (lobby.settings.mode) {
    case "coop":
      return (
        <div class="teams">
          <TeamSeats team="red" title="seat.coop" lobby={lobby} />
        </div>
      );
    case "duet":
      return (
        <div class="teams">
          <SideSeats side="side_a" lobby={lobby} />
          <SideSeats side="side_b" lobby={lobby} />
        </div>
      );
    case "classic":
      return (
        <>
          <div class={guessAsOne(lobby) ? "teams few" : "teams"}>
            <TeamSeats team="red" title="team.red" lobby={lobby} />
            <TeamSeats team="blue" title="team.blue" lobby={lobby} />
          </div>
          <BothTeams lobby={lobby} />
        </>
      );
  }
}

/** Space for all cards of a team, and for those of one kind, in hundredths of the screen's height. */
function spaceOfTeam(lobby: LobbyView): number {
  const rows = unseatedRows(lobby);
  return 54 - (rows > 0 ? rows * 5.4 + 2 : 0) - (bothInUse(lobby) ? 12 : 0);
}

interface TeamSeatsProps {
  team: Rival;
  title: TextKey;
  lobby: LobbyView;
}

function TeamSeats({ team, title, lobby }: TeamSeatsProps): JSX.Element {
  const [keys, operatives] = [`${team}_spymaster`, `${team}_operative`] as const;
  const space = spaceOfTeam(lobby);
  const kind = { lobby, low: isCrowd(lobby, operatives), tallest: TALLEST };
  return (
    <section class={`team team-${team}`}>
      <h2>
        <Sign identity={team} inverted />
        <span>{say(title)}</span>
        <Dots lobby={lobby} seats={[keys, operatives]} />
      </h2>
      <SeatsOf {...kind} seat={keys} title="seat.short.spymaster" space={space / 4} />
      <SeatsOf {...kind} seat={operatives} title="seat.short.operative" space={(space * 3) / 4} />
    </section>
  );
}

function SideSeats({ side, lobby }: { side: Side; lobby: LobbyView }): JSX.Element {
  const kind = { lobby, low: isCrowd(lobby, side) };
  const alone = EVERY_SIDE.every((each) => sitting(lobby, each).length <= 1);
  return (
    <section class={`team team-green${alone ? " alone" : ""}`}>
      <h2>
        <Sign identity="green" inverted />
        <Badge side={side} />
        <span>{say(`seat.${side}`)}</span>
        <Dots lobby={lobby} seats={[side]} />
      </h2>
      <SeatsOf {...kind} seat={side} title="seat.short.key_holder" space={spaceOfTeam(lobby)} tallest={alone ? PORTRAIT : TALLEST} />
    </section>
  );
}

/** Seats for both teams, below the teams' own: when somebody sits there, or should in a game for so few. */
function BothTeams({ lobby }: { lobby: LobbyView }): JSX.Element | null {
  if (!bothInUse(lobby)) return null;
  const large = guessAsOne(lobby);
  const tallest = large ? TALLEST : LOW_STRIP;
  const seats = { lobby, space: tallest, tallest, low: !large };
  return (
    <section class={large ? "both large" : "both"}>
      <h2>
        <Sign identity="red" />
        <Sign identity="blue" />
        <span>{say("seat.both")}</span>
      </h2>
      <SeatsOf seat="key_holder" title="seat.short.key_holder" {...seats} />
      <SeatsOf seat="operative_for_both" title="seat.short.operative_for_both" {...seats} />
    </section>
  );
}

/** How tall a card is at most: below the teams, in a team, and of two who play a duet. */
const LOW_STRIP = 4.8;
const TALLEST = 13;
const PORTRAIT = 90;

const NEEDS: Partial<Record<string, TextKey>> = {
  "room/no_side": "lobby.need.duet",
  "room/no_operative": "lobby.need.operative",
  "room/too_few_codenames": "lobby.need.codenames",
};

const LONG_NAME = 11;

/** Whether somebody has a name that would be far smaller than the others'. */
function hasLongName({ players }: LobbyView): boolean {
  return players.some(({ name }) => name.length > LONG_NAME);
}

/** Whether everybody sits and the cards can be dealt: the table dims. */
function isReady(lobby: LobbyView): boolean {
  const { lost, no_deal, players, unseated } = lobby;
  return lost === null && no_deal === null && players.length > 0 && unseated.length === 0;
}

function standing(lobby: LobbyView): string {
  if (lobby.lost !== null) return lost(lobby, lobby.lost);
  const people = lobby.players.length;
  if (people === 0) return say("lobby.empty");
  if (lobby.no_deal === null) {
    if (lobby.unseated.length > 0) return say("lobby.unseated");
    return say("lobby.ready", { name: hostOf(lobby) });
  }
  if (people === 1) return say("lobby.alone");
  if (lobby.no_deal === "room/no_spymaster") return say(keysNeeded(lobby));
  return say(NEEDS[lobby.no_deal] ?? "lobby.need.other");
}

function hostOf(lobby: LobbyView): string {
  return nameIn(lobby, lobby.host) ?? "?";
}

/** What could not be read, and who has to go on without it. */
function lost(lobby: LobbyView, { game }: LostView): string {
  const name = hostOf(lobby);
  return game === null ? say("lobby.lost.latest", { name }) : say("lobby.lost.game", { n: game, name });
}

/** Co-op and the game for three need other keys than two teams do. */
function keysNeeded({ settings, suggested }: LobbyView): TextKey {
  if (settings.mode === "coop") return "lobby.need.key";
  return suggested.operative_for_both ? "lobby.need.three" : "lobby.need.spymaster";
}
