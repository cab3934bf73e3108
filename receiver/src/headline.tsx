/** Above the cards: the teams and how many agents they still look for, the clue, the result. */
import type { ComponentChildren, JSX } from "preact";

import { Shape } from "../../common/shapes";
import type { Clue, GameView, LobbyView, Result, Seat, Team, Turn } from "../../common/wire";
import { rival } from "./announcements";
import { Fitted } from "./fitted";
import { KeySign } from "./key_sign";
import { NameOf } from "./name";
import { NumberOf } from "./number";
import { say } from "./words";
import type { Key } from "./words";

interface Props {
  game: GameView;
  lobby: LobbyView;
}

export function Headline({ game, lobby }: Props): JSX.Element {
  return (
    <header class="headline">
      <TeamPanel team="red" game={game} lobby={lobby} />
      {game.result === null ? (
        <TurnPanel game={game} lobby={lobby} />
      ) : (
        <ResultPanel game={game} result={game.result} />
      )}
      <TeamPanel team="blue" game={game} lobby={lobby} />
    </header>
  );
}

function TeamPanel({ team, game, lobby }: Props & { team: Team }): JSX.Element {
  const active = game.result === null ? turnOf(game).team === team : game.result.winner === team;
  const left = game.left[team];
  const holder = spymaster(lobby, team);
  return (
    <section class={`side side-${team}${active ? " active" : ""}`} data-testid={`tv-left-${team}`}>
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
      <div class={turn.clue === null ? "slip waiting" : "slip"} data-testid="tv-clue">
        {turn.clue === null ? (
          <p class="slip-waiting">{waitingFor(game, lobby, turn)}</p>
        ) : (
          <ClueText clue={turn.clue} />
        )}
      </div>
      <p class="turn-guesses">{guesses(game, turn)}</p>
    </section>
  );
}

function ClueText({ clue }: { clue: Clue }): JSX.Element {
  const spokenNumber = clue.number === "unlimited" ? say("game.number.unlimited") : clue.number;
  const label =
    clue.word === null
      ? say("game.clue.spoken", { number: spokenNumber })
      : say("game.clue.says", { word: clue.word, number: spokenNumber });
  return (
    <>
      <span class="hidden">{label}</span>
      <span class="slip-word" aria-hidden>
        {clue.word === null ? (
          <i class="slip-spoken">{say("game.spoken")}</i>
        ) : (
          <Fitted key={clue.word} text={clue.word} largest={0.92} />
        )}
      </span>
      <b class="slip-number" aria-hidden>
        <NumberOf number={clue.number} />
      </b>
    </>
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

const PHASES: Partial<Record<string, Key>> = {
  challenged: "game.challenged",
  penalty: "game.penalty",
  sudden_death: "game.sudden_death",
  opponent: "game.opponent",
};

function turnTitle(game: GameView, turn: Turn): string {
  const special = PHASES[game.phase];
  if (special !== undefined) return say(special);
  return game.phase === "clue" ? say(`game.clue.${turn.team}`) : say(`game.guess.${turn.team}`);
}

function waitingFor(game: GameView, lobby: LobbyView, turn: Turn): string {
  const name = spymaster(lobby, turn.team);
  const key = game.settings.clues === "spoken" ? "game.listen" : "game.thinking";
  return name === "" ? say(`${key}.anyone`) : say(key, { name });
}

function guesses(game: GameView, turn: Turn): string {
  if (game.paused) return say("game.paused.hint");
  if (turn.clue === null) return "";
  return game.guesses_left === null
    ? say("game.unlimited")
    : say("game.guesses", { n: game.guesses_left });
}

/** Who gives clues for a team: its own spymaster, or whoever keeps the key for both. */
function spymaster(lobby: LobbyView, team: Team): string {
  const own: Seat = team === "red" ? "red_spymaster" : "blue_spymaster";
  const seats: Seat[] = [own, "key_holder"];
  for (const seat of seats) {
    const holder = lobby.players.find((player) => player.seat === seat);
    if (holder !== undefined) return holder.name;
  }
  return "";
}
