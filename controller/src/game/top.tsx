/** Over the board: agents left, whose turn it is, the clue. Changes are spoken. */
import type { JSX } from "preact";
import { ofTwo } from "../../../common/teams";
import type { Clue, GameView, Team } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { TimeLeft } from "../clock/clock";
import { clueText } from "../clue/clue-text";
import { AgentsFound, TokensLeft } from "../duet/counters";
import { duetTitle } from "../duet/turn";
import { HowToButton } from "../howto/button";
import { teamOf } from "../seats/seat";
import type { State } from "../state";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { can, currentTurn, me, over, view } from "../view";

export function Top(): JSX.Element | null {
  const ui = useUi();
  const { state, words } = ui;
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const { game, lobby } = seen;
  const { duet } = game;
  const turn = currentTurn(game);
  return (
    <header class={`top${over(game) ? "" : ` is-${turn.team}`}`}>
      {duet === null ? <Left team="red" n={game.left.red} /> : <AgentsFound game={game} />}
      <div class="top-middle" role="status">
        <h1 class="turn" data-testid="turn" data-team={turn.team}>
          {duet === null || over(game) || game.paused
            ? words.say(turnKey(state, game))
            : duetTitle(ui, game, lobby)}
        </h1>
        {!over(game) && <ClueLine game={game} />}
      </div>
      {duet === null ? <Left team="blue" n={game.left.blue} /> : <TokensLeft n={duet.tokens} />}
      <HowToButton short />
      <TimeLeft />
    </header>
  );
}

function Left({ team, n }: { team: Team; n: number }): JSX.Element {
  const { words } = useUi();
  const name = words.say(`team.${team}`);
  return (
    <p class={`left is-${team}`}>
      <span aria-hidden="true">
        <Sign identity={team} /> {n}
      </span>
      <span class="hidden-text">{`${name}: ${words.say("agents.left", { n })}`}</span>
    </p>
  );
}

function ClueLine({ game }: { game: GameView }): JSX.Element {
  const { words } = useUi();
  const { clue } = currentTurn(game);
  if (game.phase === "sudden_death") return <p class="clue">{words.say("duet.both")}</p>;
  if (clue === null) return <NoClue game={game} />;
  const left = game.guesses_left;
  return (
    <p class="clue">
      <strong data-testid="clue" dir="auto">
        {clueText(words, clue.word, clue.number)}
      </strong>{" "}
      <span class="clue-left">
        {left === null ? words.say("guesses.unlimited") : words.say("guesses.left", { n: left })}
      </span>
    </p>
  );
}

/** Before the clue: what was struck just now, so that all see which one it was. */
function NoClue({ game }: { game: GameView }): JSX.Element | null {
  const { words } = useUi();
  const struck = latestStruck(game);
  // The simulated opponent gives none.
  if (struck === null && game.phase === "opponent") return null;
  if (struck === null) return <p class="clue clue-none">{words.say("clue.none")}</p>;
  return (
    <p class="clue" data-testid="clue-struck">
      <s dir="auto">{clueText(words, struck.word, struck.number)}</s> {words.say("clue.struck")}
    </p>
  );
}

/** The invalid clue of this turn, or the one that the turn before was lost by. */
function latestStruck({ turns }: GameView): Clue | null {
  const [before, now] = turns.slice(-2);
  const lost = before?.ended === "invalid_clue";
  const told = lost ? [before, now] : turns.slice(-1);
  const struck = told.flatMap((turn) => turn?.struck ?? []);
  return struck[struck.length - 1]?.clue ?? null;
}

/** Whose turn it is, told as one's own where it is. */
function turnKey(state: State, game: GameView): TextKey {
  const { team } = currentTurn(game);
  if (over(game)) return "turn.over";
  if (game.paused) return "turn.paused";
  if (game.phase === "challenged") return "turn.challenged";
  if (game.phase === "penalty") return can(state, "cover_card") ? "turn.penalty.own" : `turn.penalty.${ofTwo(team)}`;
  if (game.phase === "opponent") return can(state, "cover_card") ? "coop.turn.own" : "coop.turn";
  const seat = me(state)?.player.seat ?? "spectator";
  if (game.phase === "clue") {
    const own = can(state, "give_clue") && seat !== "key_holder";
    return own ? "turn.clue.own" : `turn.clue.${ofTwo(team)}`;
  }
  return teamOf(seat) === team ? "turn.guess.own" : `turn.guess.${ofTwo(team)}`;
}
