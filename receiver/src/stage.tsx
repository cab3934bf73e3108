/** What the whole screen shows: one scene, and small things over it. */
import type { JSX } from "preact";

import { CodeEntry } from "./entry/code-entry";
import { Told } from "./board/codename";
import { Curtain } from "./ending/curtain";
import { Game } from "./game/game";
import { Lobby } from "./lobby/lobby";
import type { Screen } from "./state";
import { say } from "./words";

interface Props {
  screen: Screen;
  watch: (room: string) => void;
  /** The server's time. */
  now: () => number;
}

export function Stage({ screen, watch, now }: Props): JSX.Element {
  const game = screen.message?.view.game ?? null;
  const inLobby = screen.message !== null && game === null;
  const trouble = screen.line === "offline" && screen.message !== null;
  return (
    <>
      <main class="stage">
        <Scene screen={screen} watch={watch} now={now} />
      </main>
      <p
        class={inLobby ? "announcement beside" : "announcement"}
        data-testid="tv-announcement"
        role="status"
      >
        {screen.announcement !== null && (
          <span>
            <Told text={screen.announcement} />
          </span>
        )}
      </p>
      {trouble && (
        <p class="offline" data-testid="tv-offline" role="status">
          {say("line.offline")}
        </p>
      )}
      {screen.curtain !== null && game !== null && <Curtain game={game} result={screen.curtain} />}
    </>
  );
}

function Scene({ screen, watch, now }: Props): JSX.Element {
  const { message, room, refusal } = screen;
  if (message !== null) {
    const { view } = message;
    return view.game === null ? (
      <Lobby lobby={view.lobby} joinUrl={screen.joinUrl} />
    ) : (
      <Game
        view={view}
        game={view.game}
        joinUrl={screen.joinUrl}
        turning={screen.turning}
        now={now}
      />
    );
  }
  if (room === null || refusal !== null) {
    return <CodeEntry refusal={refusal} room={room} watch={watch} />;
  }
  return <Connecting />;
}

function Connecting(): JSX.Element {
  return (
    <div class="connecting" data-testid="tv-connecting" role="status">
      <h1 class="wordmark">Undercast</h1>
      <p>{say("line.connecting")}</p>
    </div>
  );
}
