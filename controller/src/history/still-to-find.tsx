/** Words that were said and are still hidden: what there is to think about at any time of a game. */
import type { JSX } from "preact";
import { partner } from "../../../common/teams";
import type { GameView, Seat, Side, Team } from "../../../common/wire";
import { PlainSign } from "../basics/sign";
import { clueLang, clueText } from "../clue/clue-text";
import { ownSide } from "../duet/duet";
import { teamOf } from "../seats/seat";
import type { State } from "../state";
import { useUi } from "../ui";
import { me } from "../view";
import { wordsSaid } from "./words-said";
import type { Said } from "./words-said";

interface Whose {
  team: Team;
  side: Side | null;
}

/** One's own team's; those of both for whoever belongs to none. */
export function StillToFind({ game }: { game: GameView }): JSX.Element | null {
  const { state, words } = useUi();
  const lines = whose(state, game).map((it) => ({ ...it, said: wordsSaid(game.turns, it.team, it.side) }));
  if (lines.every(({ said }) => said.length === 0)) return null;
  return (
    <section class="to-find" data-testid="to-find">
      <h2>{words.say("to_find")}</h2>
      <ul>
        {lines.map(({ team, side, said }) => said.map((it, at) => <Line key={`${team} ${side} ${at}`} team={team} said={it} />))}
      </ul>
    </section>
  );
}

function Line({ team, said }: { team: Team; said: Said }): JSX.Element {
  const ui = useUi();
  const { words } = ui;
  const { clue, missing, sure } = said;
  return (
    <li class={`to-find-line is-${team}`}>
      <PlainSign team={team} />{" "}
      <strong dir="auto" lang={clueLang(ui, clue.word)}>
        {clueText(words, clue.word, clue.number)}
      </strong>{" "}
      <span class="to-find-left">{words.say(sure ? "to_find.left" : "to_find.most", { n: missing })}</span>
    </li>
  );
}

function whose(state: State, { settings }: GameView): readonly Whose[] {
  if (settings.mode === "duet") {
    const own = ownSide(state);
    const sides: readonly Side[] = own === null ? ["side_a", "side_b"] : [partner(own)];
    return sides.map((side) => ({ team: "green", side }));
  }
  const own = ownTeam(me(state)?.player.seat ?? "spectator");
  const teams: readonly Team[] = settings.mode === "coop" ? ["red"] : ["red", "blue"];
  return (own === null ? teams : [own]).map((team) => ({ team, side: null }));
}

function ownTeam(seat: Seat): Team | null {
  return seat === "key_holder" ? null : teamOf(seat);
}
