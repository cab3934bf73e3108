/** Over the board: agents left, whose turn it is, the clue. Changes are spoken. */
import type { JSX } from "preact";
import { Shape } from "../../../common/shapes";
import type { GameView, Team } from "../../../common/wire";
import { can, currentTurn, me, over, teamOf, view } from "../me";
import { HowToButton } from "./basics";
import { key, useUi } from "../ui";
import type { Key, Ui } from "../ui";
import type { State } from "../state";

export function Top(): JSX.Element | null {
  const { state, words } = useUi();
  const game = view(state)?.game ?? null;
  if (game === null) return null;
  const turn = currentTurn(game);
  return (
    <header class={`top${over(game) ? "" : ` is-${turn.team}`}`}>
      <Left team="red" n={game.left.red} />
      <div class="top-middle" role="status">
        <h1 class="turn" data-testid="turn" data-team={turn.team}>
          {words.say(turnKey(state, game))}
        </h1>
        {!over(game) && <ClueLine game={game} />}
      </div>
      <Left team="blue" n={game.left.blue} />
      <HowToButton short />
    </header>
  );
}

function Left({ team, n }: { team: Team; n: number }): JSX.Element {
  const { words } = useUi();
  const name = words.say(key("team", team));
  return (
    <p class={`left is-${team}`}>
      <span aria-hidden="true">
        <Shape identity={team} letter={words.say(key("letter", team))} /> {n}
      </span>
      <span class="hidden-text">{`${name}: ${words.say("left", { n })}`}</span>
    </p>
  );
}

function ClueLine({ game }: { game: GameView }): JSX.Element {
  const { words } = useUi();
  const { clue } = currentTurn(game);
  if (clue === null) return <p class="clue clue-none">{words.say("clue.none")}</p>;
  const left = game.guesses_left;
  return (
    <p class="clue">
      <strong data-testid="clue" dir="auto">
        {clueText(words, clue.word, clue.number)}
      </strong>{" "}
      <span class="clue-left">
        {left === null ? words.say("guesses.unlimited") : words.say("guesses", { n: left })}
      </span>
    </p>
  );
}

export function clueText(words: Ui["words"], word: string | null, number: number | string): string {
  return `${word ?? words.say("clue.spoken")} · ${number === "unlimited" ? "∞" : number}`;
}

/** Whose turn it is, told as one's own where it is. */
function turnKey(state: State, game: GameView): Key {
  const { team } = currentTurn(game);
  if (over(game)) return "turn.over";
  if (game.paused) return "turn.paused";
  const seat = me(state)?.player.seat ?? "spectator";
  if (game.phase === "clue") {
    const own = can(state, "give_clue") && seat !== "key_holder";
    return own ? "turn.clue.own" : key("turn.clue", team);
  }
  return teamOf(seat) === team ? "turn.guess.own" : key("turn.guess", team);
}
