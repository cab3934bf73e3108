/** The games that are going on in this house: one tap joins, without a code. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { OpenGame } from "../../../common/wire";
import { kindName } from "../rules/rule-choices";
import { useUi } from "../ui";
import type { Ui } from "../ui";

/** How often the list is made anew while somebody looks at it (ms). */
const EVERY = 5000;

export interface Games {
  /** Empty until they are known, and where there are none or they are private. */
  games: readonly OpenGame[];
  /** The server does not answer; it is asked again. */
  offline: boolean;
}

export function useOpenGames(): Games {
  const { phone } = useUi();
  const [found, setFound] = useState<Games>({ games: [], offline: false });
  useEffect(() => {
    let here = true;
    const look = (): void => {
      if (document.visibilityState === "hidden") return;
      phone.openGames().then(
        ({ games }) => here && setFound({ games, offline: false }),
        () => here && setFound(({ games }) => ({ games, offline: true })),
      );
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      here = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [phone]);
  return found;
}

/** `come`: to this room. */
export function GamesOfHouse(props: { games: readonly OpenGame[]; come(room: string): void }): JSX.Element | null {
  const { words } = useUi();
  if (props.games.length === 0) return null;
  return (
    <section class="panel house" data-testid="house">
      <h2>{words.say("start.games")}</h2>
      <ul>
        {props.games.map((game) => (
          <li key={game.room}>
            <button type="button" class="house-game" data-testid={`house-${game.room}`} onClick={() => props.come(game.room)}>
              <span class="house-about">
                <strong>{words.say("start.game", { host: game.host })}</strong>{" "}
                <span class="aside">{about(words, game)}</span>
              </span>{" "}
              <span class="house-join">{words.say("start.join")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function about(words: Ui["words"], { room, people, playing, mode, board }: OpenGame): string {
  const state = words.say(playing ? "start.game.playing" : "start.game.before");
  const many = words.say("start.game.people", { n: people });
  return [room, many, kindName(words, { mode, board }), state].join(" · ");
}
