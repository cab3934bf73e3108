/** Above the cards: the teams and how many agents they still look for, the turn and its clue. */
import type { JSX } from "preact";

import { langOf } from "../../../common/language/capitals";
import { BotSign } from "../../../common/look/drawings";
import { nameIn, unsureIn } from "../../../common/people";
import { ofTwo, rival } from "../../../common/teams";
import type { Rival } from "../../../common/teams";
import type { GameView, LobbyView, Mark, Turn } from "../../../common/wire";
import { ClockFace } from "../clock/clock-face";
import { ClueText } from "../clue/clue";
import { Disputed, justStruck, Struck } from "../dispute/dispute";
import { acting, AgentsPanel, duetAside, duetTitle, duetWaits, TokensPanel } from "../duet/duet";
import { ResultPanel } from "../ending/result";
import { Badge } from "../teams/badge";
import { KeySign } from "../teams/key-sign";
import { PlainSign, Sign } from "../teams/sign";
import { isBot, spymaster } from "../teams/spymaster";
import { turnOf } from "../teams/teams";
import { Fitted } from "../text/fitted";
import { NameOf } from "../text/name";
import { say } from "../words";
import { offline, Waited } from "./waited";

interface Props {
  game: GameView;
  lobby: LobbyView;
}

export function Headline(
  { game, lobby, marks, now, awards }: Props & {
    marks: readonly Mark[];
    now: () => number;
    awards: JSX.Element | null;
  },
): JSX.Element {
  const { clock, duet } = game;
  return (
    <header class={clock === null ? "headline" : "headline timed"}>
      {duet === null ? (
        <TeamPanel team="red" game={game} lobby={lobby} />
      ) : (
        <AgentsPanel game={game} lobby={lobby} />
      )}
      {game.result === null ? (
        <TurnPanel game={game} lobby={lobby} marks={marks} now={now} />
      ) : (
        <ResultPanel game={game} result={game.result} awards={awards} />
      )}
      {clock !== null && (
        <ClockFace clock={clock} sand={game.settings.timer === "sand"} now={now} />
      )}
      {duet === null ? (
        <TeamPanel team="blue" game={game} lobby={lobby} />
      ) : (
        <TokensPanel game={game} lobby={lobby} duet={duet} />
      )}
    </header>
  );
}

function TeamPanel({ team, game, lobby }: Props & { team: Rival }): JSX.Element {
  const active = game.result === null ? turnOf(game).team === team : game.result.winner === team;
  const left = game.left[team];
  const earned = game.outstanding !== null && game.result === null;
  const outstanding = game.outstanding?.[team] ?? 0;
  const simulated = team === "blue" && game.settings.mode === "coop";
  const holder = spymaster(lobby, team);
  const last = left === 1 && game.result === null ? " last" : "";
  const classes = `side side-${team}${active ? " active" : ""}${earned ? " earned" : ""}${last}`;
  return (
    <section class={classes} data-testid={`tv-left-${team}`}>
      <PlainSign identity={team} inverted class="side-shape" />
      <p class="side-left">
        <span class="hidden">
          {say("label", { label: say(`team.${team}`), value: say("agents.left", { n: left }) })}
        </span>
        <span class="count" key={left} aria-hidden>
          {left}
        </span>
      </p>
      <p class="side-text" aria-hidden>
        {say("game.left.caption", { n: left })}
      </p>
      {earned && (
        <p class="side-outstanding" data-testid={`tv-outstanding-${team}`}>
          {outstanding > 0 && say("game.outstanding", { n: outstanding })}
        </p>
      )}
      <p class="side-spymaster">
        {holder !== "" && <KeySign />}
        {isBot(lobby, holder) && <BotSign />}
        <NameOf name={simulated ? say("coop.opponent") : holder} />
      </p>
    </section>
  );
}

function TurnPanel({ game, lobby, marks, now }: Props & { marks: readonly Mark[]; now: () => number }): JSX.Element {
  const turn = turnOf(game);
  const duet = game.duet !== null;
  const thinker = thinkerOf(game, lobby, marks);
  const wait = game.waiting;
  const awaited = wait === null ? null : offline(wait, lobby);
  const title = game.paused ? say("turn.paused") : (awaited ?? thinker ?? turnTitle(game, lobby, turn));
  const beside = [aside(game, lobby, turn), turn.agreed ? say("game.agreed") : ""].filter(Boolean).join(" · ");
  return (
    <section class={`turn turn-${turn.team}`} role="status">
      <h1 class="turn-title" data-testid="tv-turn" data-team={turn.team}>
        {duet ? (
          acting(game).map((side) => <Badge key={side} side={side} />)
        ) : (
          <Sign identity={turn.team} />
        )}
        {thinker !== null && <BotSign />}
        {duet ? <NameOf name={title} /> : title}
      </h1>
      <Slip game={game} lobby={lobby} turn={turn} />
      <p class={wait === null ? "turn-guesses" : "turn-guesses waited"} data-testid="tv-beside">
        {wait !== null ? <Waited wait={wait} lobby={lobby} now={now} /> : duet ? <NameOf name={beside} /> : beside}
      </p>
    </section>
  );
}

function Slip({ game, lobby, turn }: Props & { turn: Turn }): JSX.Element {
  const struck = justStruck(game);
  let kind = "";
  let content: JSX.Element;
  if (game.phase === "challenged") {
    kind = " noted disputed";
    content = <Disputed game={game} turn={turn} lobby={lobby} />;
  } else if (turn.clue !== null) {
    content = <ClueText clue={turn.clue} lang={langOf(game)} hits={hitsOf(turn)} />;
  } else if (struck !== null) {
    kind = " noted struck";
    content = <Struck game={game} struck={struck} />;
  } else if (game.phase === "sudden_death") {
    kind = " sudden";
    content = <Fitted text={say("duet.sudden")} largest={0.8} />;
  } else {
    kind = " waiting";
    content = <p class="slip-waiting">{waitingFor(game, lobby, turn)}</p>;
  }
  return (
    <div class={`slip${kind}`} data-testid="tv-clue">
      {content}
    </div>
  );
}

/** That a bot thinks of its clue or its guess, or does not know the clue; null where none does. */
function thinkerOf({ phase, paused, thinking }: GameView, lobby: LobbyView, marks: readonly Mark[]): string | null {
  const unsure = unsureIn(marks);
  const name = nameIn(lobby, unsure ?? thinking[0] ?? null);
  if (name === null || paused || (phase !== "clue" && phase !== "guess")) return null;
  return say(unsure === null ? "thinking" : "thinking.unsure", { name });
}

/** Own agents that this turn found. */
function hitsOf({ touches, team }: Turn): number {
  return touches.filter(({ identity, undone }) => identity === team && !undone).length;
}

function turnTitle(game: GameView, lobby: LobbyView, turn: Turn): string {
  if (game.duet !== null) return duetTitle(game, lobby, turn);
  const team = ofTwo(turn.team);
  switch (game.phase) {
    case "clue":
      return say(`turn.clue.${team}`);
    case "penalty":
      return say(`game.penalty.${team}`);
    case "challenged":
    case "opponent":
      return say(`game.${game.phase}`);
    default:
      return say(`turn.guess.${team}`);
  }
}

function waitingFor(game: GameView, lobby: LobbyView, turn: Turn): string {
  if (game.duet !== null) return duetWaits(lobby, turn);
  if (game.phase === "opponent") {
    // The people's spymaster acts for the simulated team, too.
    const name = spymaster(lobby, rival(turn.team));
    return say("coop.picks", { name: name === "" ? say("seat.short.spymaster") : name });
  }
  const name = spymaster(lobby, turn.team);
  const listens = game.settings.clues === "spoken";
  if (name === "") return say(listens ? "game.listen.anyone" : "game.thinking.anyone");
  // What the bot does stands above.
  if (isBot(lobby, name)) return say(`turn.clue.${ofTwo(turn.team)}`);
  return say(listens ? "game.listen" : "thinking", { name });
}

/** Small, right of the title. */
function aside(game: GameView, lobby: LobbyView, turn: Turn): string {
  if (game.paused) return say("game.paused.hint");
  if (game.duet !== null) return duetAside(game, lobby, turn);
  if (game.phase === "challenged") return say("game.wait");
  if (turn.clue === null) return "";
  return game.guesses_left === null
    ? say("guesses.unlimited")
    : say("guesses.left", { n: game.guesses_left });
}
