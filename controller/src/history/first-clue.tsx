/** Before anything was said: who plays which part, how a clue works, and this room's rules in a line. */
import type { JSX } from "preact";
import type { GameView, LobbyView } from "../../../common/wire";
import { PlainSign } from "../basics/sign";
import { Names } from "../bots/name";
import { presetOf } from "../rules/house-rules";
import { gameIdea, gameName, kindName } from "../rules/rule-choices";
import { teamOf } from "../seats/seat";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { SEATS, view } from "../view";

/** For those who have no key to look at meanwhile. */
export function BeforeFirstClue({ game, lobby }: { game: GameView; lobby: LobbyView }): JSX.Element | null {
  const { state, words } = useUi();
  if (view(state)?.kind !== "public" || game.turns.some(({ clue, struck }) => clue !== null || struck.length > 0)) return null;
  return (
    <section class="first-clue" data-testid="first-clue">
      <h2>{words.say("first.title")}</h2>
      <ul>
        {SEATS.map((seat) => {
          const here = lobby.players.filter((player) => player.seat === seat);
          if (seat === "spectator" || here.length === 0) return null;
          const team = teamOf(seat);
          return (
            <li key={seat}>
              {team !== null && <PlainSign team={team} />} <span class="aside">{words.say(`seat.${seat}`)}</span>{" "}
              <strong>
                <Names of={here} />
              </strong>
            </li>
          );
        })}
      </ul>
      <p>{words.say("first.how")}</p>
      <p class="aside">{rulesInALine(words, game, lobby)}</p>
    </section>
  );
}

/** "Three of us" is said to those who play like that only: bigger tables choose the same rules. */
function rulesInALine(words: Ui["words"], { settings }: GameView, { players }: LobbyView): string {
  const forBoth = players.some(({ seat }) => seat === "operative_for_both");
  const ofThree = presetOf(settings) === "three_of_us" && !forBoth;
  const name = ofThree ? kindName(words, settings) : gameName(words, settings);
  const idea = ofThree ? words.say(`mode.why.${settings.mode}`) : gameIdea(words, settings);
  return words.say("label", { label: name, value: idea });
}
