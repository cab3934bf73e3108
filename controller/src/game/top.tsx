/** Over the board: whose turn it is, agents left, the clue. What changes here is heard by `Spoken`. */
import type { JSX } from "preact";
import { BotSign } from "../../../common/look/drawings";
import type { Clue, GameView, Team } from "../../../common/wire";
import { PlainSign } from "../basics/sign";
import { Whole } from "../basics/whole";
import { TimeLeft } from "../clock/clock";
import { clueLang, clueText } from "../clue/clue-text";
import { AgentsFound, TokensLeft } from "../duet/counters";
import { HowToButton } from "../howto/button";
import { useUi } from "../ui";
import { currentTurn, over, view } from "../view";
import { isOwnTurn, thinker, titleOf } from "./title";

export function Top(): JSX.Element | null {
  const { state } = useUi();
  const game = view(state)?.game ?? null;
  if (game === null) return null;
  const { duet, left } = game;
  return (
    <header class={topClass(isOwnTurn(state, game), game)}>
      <WhoseTurn game={game} />
      <div class="top-state">
        {duet === null ? <Left team="red" n={left.red} /> : <AgentsFound game={game} />}
        {!over(game) && <ClueLine game={game} />}
        {duet === null ? <Left team="blue" n={left.blue} /> : <TokensLeft n={duet.tokens} />}
      </div>
      <TimeLeft />
    </header>
  );
}

function topClass(own: boolean, game: GameView): string {
  if (over(game)) return "top";
  return `top is-${currentTurn(game).team}${own ? " top-own" : ""}`;
}

/** One's own turn fills the bar with the team's colour; the others' only draws its line. */
function WhoseTurn({ game }: { game: GameView }): JSX.Element {
  const ui = useUi();
  const { team } = currentTurn(game);
  const own = isOwnTurn(ui.state, game);
  return (
    <div class="top-turn">
      {!over(game) && <PlainSign team={team} inverted={own} />}
      {thinker(ui.state, game) !== null && <BotSign />}
      <h1 class="turn" data-testid="turn" data-team={team} data-own={own ? "" : undefined}>
        {titleOf(ui, game)}
      </h1>
      <HowToButton short />
    </div>
  );
}

function Left({ team, n }: { team: Team; n: number }): JSX.Element {
  const { words } = useUi();
  const name = words.say(`team.${team}`);
  return (
    <p class={`left is-${team}`}>
      <span aria-hidden="true">
        <PlainSign team={team} /> {n}
      </span>
      <span class="hidden-text">{`${name}: ${words.say("agents.left", { n })}`}</span>
    </p>
  );
}

function ClueLine({ game }: { game: GameView }): JSX.Element {
  const ui = useUi();
  const { words } = ui;
  const { clue } = currentTurn(game);
  if (game.phase === "sudden_death") return <p class="clue">{words.say("duet.both")}</p>;
  if (clue === null) return <NoClue game={game} />;
  const left = game.guesses_left;
  return (
    <p class="clue">
      <strong lang={clueLang(ui, clue.word)}>
        <Whole testid="clue">{clueText(words, clue.word, clue.number)}</Whole>
      </strong>{" "}
      <span class="clue-left">
        {left === null ? words.say("guesses.unlimited") : words.say("guesses.left", { n: left })}
      </span>
    </p>
  );
}

/** Before the clue: what was struck just now, so that all see which one it was. */
function NoClue({ game }: { game: GameView }): JSX.Element | null {
  const ui = useUi();
  const { words } = ui;
  const struck = latestStruck(game);
  // The simulated opponent gives none.
  if (struck === null && game.phase === "opponent") return null;
  if (struck === null) return <p class="clue clue-none">{words.say("clue.none")}</p>;
  return (
    <p class="clue" data-testid="clue-struck">
      <s dir="auto" lang={clueLang(ui, struck.word)}>
        {clueText(words, struck.word, struck.number)}
      </s>{" "}
      {words.say("clue.struck")}
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
