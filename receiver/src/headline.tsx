/** Above the cards: the teams and how many agents they still look for, the clue, the result. */
import type { ComponentChildren, JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { GameView, LobbyView, Result, Team, Turn } from "../../common/wire";
import { rival } from "./announcements";
import { ClockFace } from "./clock";
import { ClueText } from "./clue";
import { Disputed, justStruck, Struck } from "./dispute";
import { KeySign } from "./key_sign";
import { NameOf } from "./name";
import { spymaster } from "./spymaster";
import { say } from "./words";

interface Props {
  game: GameView;
  lobby: LobbyView;
}

export function Headline({ game, lobby, now }: Props & { now: () => number }): JSX.Element {
  const { clock } = game;
  return (
    <header class={clock === null ? "headline" : "headline timed"}>
      <TeamPanel team="red" game={game} lobby={lobby} />
      {game.result === null ? (
        <TurnPanel game={game} lobby={lobby} />
      ) : (
        <ResultPanel game={game} result={game.result} />
      )}
      {clock !== null && (
        <ClockFace clock={clock} sand={game.settings.timer === "sand"} now={now} />
      )}
      <TeamPanel team="blue" game={game} lobby={lobby} />
    </header>
  );
}

function TeamPanel({ team, game, lobby }: Props & { team: Team }): JSX.Element {
  const active = game.result === null ? turnOf(game).team === team : game.result.winner === team;
  const left = game.left[team];
  const earned = game.outstanding !== null && game.result === null;
  const outstanding = game.outstanding?.[team] ?? 0;
  const holder = spymaster(lobby, team);
  const classes = `side side-${team}${active ? " active" : ""}${earned ? " earned" : ""}`;
  return (
    <section class={classes} data-testid={`tv-left-${team}`}>
      <Shape identity={team} letter={say(`letter.${team}`)} inverted class="side-shape" />
      <p class="side-left">
        <span class="hidden">
          {say(`team.${team}`)}: {say("game.left", { n: left })}
        </span>
        <span aria-hidden>{left}</span>
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
        <NameOf name={holder} />
      </p>
    </section>
  );
}

function TurnPanel({ game, lobby }: Props): JSX.Element {
  const turn = turnOf(game);
  return (
    <section class={`turn turn-${turn.team}`} role="status">
      <h1 class="turn-title" data-testid="tv-turn" data-team={turn.team}>
        <Shape identity={turn.team} letter={say(`letter.${turn.team}`)} />
        {game.paused ? say("game.paused") : turnTitle(game, turn)}
      </h1>
      <Slip game={game} lobby={lobby} turn={turn} />
      <p class="turn-guesses">{guesses(game, turn)}</p>
    </section>
  );
}

function Slip({ game, lobby, turn }: Props & { turn: Turn }): JSX.Element {
  const struck = justStruck(game);
  let kind = "";
  let content: JSX.Element;
  if (game.phase === "challenged") {
    kind = " noted disputed";
    content = <Disputed turn={turn} lobby={lobby} />;
  } else if (turn.clue !== null) {
    content = <ClueText clue={turn.clue} />;
  } else if (struck !== null) {
    kind = " noted struck";
    content = <Struck game={game} struck={struck} />;
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

function ResultPanel({ game, result }: { game: GameView; result: Result }): JSX.Element {
  const text: ComponentChildren = (
    <>
      {result.winner !== null && (
        <Shape identity={result.winner} letter={say(`letter.${result.winner}`)} />
      )}
      {resultTitle(result)}
    </>
  );
  return (
    <section class={`turn result result-${result.winner ?? "nobody"}`} data-testid="tv-result" role="status">
      <h1 class="result-title">{text}</h1>
      <p class="result-why">{resultReason(result)}</p>
      <p class="turn-guesses">
        {game.phase === "debriefed" ? say("debrief.title") : say("end.next")}
      </p>
    </section>
  );
}

export function resultTitle(result: Result): string {
  return result.winner === null ? say("end.nobody") : say(`end.wins.${result.winner}`);
}

export function resultReason(result: Result): string {
  if (result.winner === null || result.ending === "abandoned") return say("end.abandoned");
  if (result.ending === "all_agents") return say(`end.all.${result.winner}`);
  return say(`end.assassin.${rival(result.winner)}`);
}

function turnOf(game: GameView): Turn {
  return game.turns[game.turns.length - 1] as Turn;
}

function turnTitle(game: GameView, { team }: Turn): string {
  switch (game.phase) {
    case "clue":
      return say(`game.clue.${team}`);
    case "penalty":
      return say(`game.penalty.${team}`);
    case "challenged":
    case "sudden_death":
    case "opponent":
      return say(`game.${game.phase}`);
    default:
      return say(`game.guess.${team}`);
  }
}

function waitingFor(game: GameView, lobby: LobbyView, turn: Turn): string {
  const name = spymaster(lobby, turn.team);
  const key = game.settings.clues === "spoken" ? "game.listen" : "game.thinking";
  return name === "" ? say(`${key}.anyone`) : say(key, { name });
}

function guesses(game: GameView, turn: Turn): string {
  if (game.paused) return say("game.paused.hint");
  if (game.phase === "challenged") return say("game.wait");
  if (turn.clue === null) return "";
  return game.guesses_left === null
    ? say("game.unlimited")
    : say("game.guesses", { n: game.guesses_left });
}
