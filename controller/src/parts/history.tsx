/** What is left for the key's holder, and at the end who found what under which clue. */
import type { JSX } from "preact";
import { Shape } from "../../../common/shapes";
import type { GameView, Identity, LobbyView, Turn } from "../../../common/wire";
import { me, nameOf, openKey, teamOf, view } from "../me";
import { key, useUi } from "../ui";
import { clueText } from "./top";

/** The hidden codenames by identity, one's own team first; only while the key lies open. */
export function StillHidden(): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  const shown = openKey(state);
  const seat = me(state)?.player.seat ?? "spectator";
  if (seen === null || seen.game === null || shown === null || seen.kind === "debrief") return null;
  const { codenames, revealed } = seen.game;
  const order: Identity[] = teamOf(seat) === "blue" ? ["blue", "red"] : ["red", "blue"];
  return (
    <section class="still" data-testid="still-hidden">
      <h2>{words.say("still")}</h2>
      {[...order, "assassin" as const, "bystander" as const].map((identity) => {
        const left = codenames.filter((_, at) => revealed[at] === null && shown[at] === identity);
        if (left.length === 0) return null;
        return (
          <p key={identity} class="still-row">
            <Shape
              identity={identity}
              letter={words.say(key("letter", identity))}
              label={words.say(key("identity", identity))}
            />{" "}
            <span class="still-words">{left.join(" · ")}</span>
          </p>
        );
      })}
    </section>
  );
}

/** The turns of the game: each clue, and the cards that were touched under it. */
export function Turns({ game, lobby }: { game: GameView; lobby: LobbyView }): JSX.Element {
  const { words } = useUi();
  return (
    <section class="turns" data-testid="turns">
      <h2>{words.say("turns")}</h2>
      <ol>
        {game.turns
          .filter((turn) => turn.clue !== null)
          .map((turn, at) => (
            <TurnLine key={at} turn={turn} codenames={game.codenames} lobby={lobby} />
          ))}
      </ol>
    </section>
  );
}

function TurnLine(props: { turn: Turn; codenames: readonly string[]; lobby: LobbyView }): JSX.Element {
  const { words } = useUi();
  const { turn, codenames, lobby } = props;
  const { clue } = turn;
  return (
    <li class={`turn-line is-${turn.team}`}>
      <p>
        <Shape
          identity={turn.team}
          letter={words.say(key("letter", turn.team))}
          label={words.say(key("team", turn.team))}
        />{" "}
        <strong dir="auto">{clue === null ? "" : clueText(words, clue.word, clue.number)}</strong>{" "}
        {turn.giver !== null && <span class="aside">{nameOf(lobby, turn.giver)}</span>}
      </p>
      <p class="turn-touches">
        {turn.touches.map((touch, at) => (
          <span key={at} class={`touched${touch.undone ? " touched-undone" : ""}`}>
            <Shape
              identity={touch.identity}
              letter={words.say(key("letter", touch.identity))}
              label={words.say(key("identity", touch.identity))}
            />{" "}
            {codenames[touch.position]}
            {touch.undone && <span class="aside"> ({words.say("turns.undone")})</span>}{" "}
          </span>
        ))}
        {turn.touches.length === 0 && <span class="aside">{words.say("turns.none")}</span>}
      </p>
    </li>
  );
}
