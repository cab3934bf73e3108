/** Who found what under which clue: while it is played the latest first, at the end as a story. */
import type { JSX } from "preact";
import { isDrawn } from "../../../common/teams";
import type { GameView, Identity, LobbyView, Turn } from "../../../common/wire";
import { Sign, TeamSign } from "../basics/sign";
import { NameById } from "../bots/name";
import { clueLang, clueText } from "../clue/clue-text";
import { SideSign, isSudden, whyEnded } from "../duet/ending";
import { Codename } from "../pictures/codename";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { over, view } from "../view";
import { Noted } from "./noted";

/** The turns of the game: each clue, and the cards that were touched under it. */
export function Turns({ game, lobby }: { game: GameView; lobby: LobbyView }): JSX.Element | null {
  const { words } = useUi();
  const lines = game.turns
    .map((turn, at) => ({ turn, at }))
    .filter(({ turn }) => isTold(turn))
    .map((line) => <TurnLine key={line.at} {...line} game={game} lobby={lobby} />);
  if (lines.length === 0) return null;
  return (
    <section class="turns" data-testid="turns">
      <h2>{words.say("turns")}</h2>
      <ol>{over(game) ? lines : lines.reverse()}</ol>
    </section>
  );
}

/** A turn in which nothing has been said or shown yet is not told. */
function isTold({ clue, struck, cover, touches, ended }: Turn): boolean {
  return clue !== null || touches.length > 0 || struck.length > 0 || cover !== null || ended === "time";
}

function TurnLine(props: { turn: Turn; at: number; game: GameView; lobby: LobbyView }): JSX.Element {
  const ui = useUi();
  const { words } = ui;
  const { turn, at, game, lobby } = props;
  const { clue } = turn;
  const sudden = isSudden(game, at);
  const late = turn.ended === "time" && !sudden && !isDrawn(turn, game);
  return (
    <li class={`turn-line is-${turn.team}`}>
      {turn.cover !== null && (
        <p class="turn-touches">
          <Found identity={turn.team} position={turn.cover} aside={words.say(coverKey(turn, game))} />
        </p>
      )}
      {turn.struck.map(({ clue: invalid, by }, at) => (
        <p key={at}>
          <TurnSign turn={turn} />{" "}
          <s dir="auto" lang={clueLang(ui, invalid.word)}>
            {clueText(words, invalid.word, invalid.number)}
          </s>{" "}
          <span class="aside">{words.say(`struck.${by}`)}</span>
        </p>
      ))}
      {clue === null && late && (
        <p>
          <TurnSign turn={turn} /> <span class="aside">{words.say("turns.time")}</span>
        </p>
      )}
      {clue !== null && (
        <>
          <p>
            <TurnSign turn={turn} />{" "}
            <strong dir="auto" lang={clueLang(ui, clue.word)}>
              {clueText(words, clue.word, clue.number)}
            </strong>{" "}
            {turn.giver !== null && (
              <span class="aside">
                <NameById lobby={lobby} id={turn.giver} />
              </span>
            )}
            {turn.agreed && <span class="aside"> · {words.say("turns.agreed")}</span>}
          </p>
          <Touches turn={turn} />
          <Then turn={turn} at={at} lobby={lobby} />
          <Why turn={turn} lobby={lobby} />
        </>
      )}
      {clue === null && (sudden || turn.touches.length > 0) && (
        <>
          <p>{sudden ? <strong>{words.say("turn.sudden_death")}</strong> : <TurnSign turn={turn} />}</p>
          {turn.touches.length > 0 && <Touches turn={turn} />}
          {sudden && turn.ended === "time" && <p class="aside">{words.say("duet.ended.time")}</p>}
        </>
      )}
    </li>
  );
}

function coverKey(turn: Turn, game: GameView): TextKey {
  if (game.settings.mode !== "coop") return "turns.cover";
  return isDrawn(turn, game) ? "coop.cover.time" : "coop.cover";
}

/** What was noted in secret; told with the key. */
function Then({ turn, at, lobby }: { turn: Turn; at: number; lobby: LobbyView }): JSX.Element | null {
  const { state } = useUi();
  const seen = view(state);
  if (seen?.kind !== "debrief") return null;
  return (
    <Noted
      turn={turn}
      notes={seen.notes.filter((note) => note.turn === at)}
      codename={(position) => <Codename position={position} />}
      name={(id) => <NameById lobby={lobby} id={id} />}
    />
  );
}

/** Why a turn of a duet was over, where no card tells it. */
function Why({ turn, lobby }: { turn: Turn; lobby: LobbyView }): JSX.Element | null {
  const why = whyEnded(useUi(), turn.ended, turn.side, lobby);
  if (turn.team !== "green" || why === null) return null;
  return <p class="aside">{why}</p>;
}

function Touches({ turn }: { turn: Turn }): JSX.Element {
  const { words } = useUi();
  return (
    <p class="turn-touches">
      {turn.touches.map((touch, at) => (
        <Found
          key={at}
          identity={touch.identity}
          position={touch.position}
          undone={touch.undone}
          aside={touch.undone ? words.say("turns.undone") : null}
        />
      ))}
      {turn.touches.length === 0 && <span class="aside">{words.say("turns.none")}</span>}
    </p>
  );
}

function TurnSign({ turn: { team, side } }: { turn: Turn }): JSX.Element | null {
  if (team !== "green") return <TeamSign team={team} />;
  return side === null ? null : <SideSign side={side} />;
}

/** A card that lies open, and how it came to that where it was no touch that stands. */
function Found(props: {
  identity: Identity;
  position: number;
  undone?: boolean;
  aside: string | null;
}): JSX.Element {
  const { words } = useUi();
  const { identity, position, undone = false, aside } = props;
  return (
    <span class={`touched${undone ? " touched-undone" : ""}`}>
      <Sign identity={identity} label={words.say(`identity.${identity}`)} />{" "}
      <Codename position={position} />
      {aside !== null && <span class="aside"> ({aside})</span>}{" "}
    </span>
  );
}
