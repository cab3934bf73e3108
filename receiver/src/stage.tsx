/** What the whole screen shows: one large thing, and small ones over it. */
import type { JSX } from "preact";

import { Stencil } from "../../common/look/drawings";
import { Told } from "./board/codename";
import type { Pages } from "./book/props";
import { Showing } from "./book/showing";
import { Curtain } from "./ending/curtain";
import { CodeEntry } from "./entry/code-entry";
import { Game } from "./game/game";
import { Lobby } from "./lobby/lobby";
import type { State } from "./state";
import { say } from "./words";

interface Props {
  state: State;
  watch: (room: string) => void;
  /** The server's time. */
  now: () => number;
  /** Reads in the book of the room. */
  pages: Pages;
}

export function Stage({ state, watch, now, pages }: Props): JSX.Element {
  const game = state.message?.view.game ?? null;
  const inLobby = state.message !== null && game === null;
  const { beat } = state;
  const silent = inLobby && state.silent;
  const trouble = state.line === "offline" && state.message !== null;
  return (
    <>
      <main class={silent ? "stage above" : "stage"} data-beat={beat?.kind} data-step={state.message?.step}>
        <OnStage state={state} watch={watch} now={now} pages={pages} />
      </main>
      <p
        class={inLobby ? "announcement beside" : "announcement"}
        data-testid="tv-announcement"
        role="status"
      >
        {state.announcement !== null && (
          <span>
            <Told text={state.announcement} />
          </span>
        )}
      </p>
      {silent && <p class="silent">{say("sound.press")}</p>}
      {trouble && (
        <p class="offline" data-testid="tv-offline" role="status">
          {say("line.offline")}
        </p>
      )}
      {beat?.kind === "finale" && game !== null && game.result !== null && (
        <Curtain game={game} result={game.result} />
      )}
    </>
  );
}

function OnStage({ state, watch, now, pages }: Props): JSX.Element {
  const { message, room, refusal } = state;
  if (message !== null) {
    const { view } = message;
    const { game } = view;
    return game === null ? (
      <Lobby lobby={view.lobby} joinUrl={state.joinUrl} />
    ) : (
      <Showing view={view} game={game} moves={state.beat !== null} now={now} pages={pages}>
        {(awards) => (
          <Game
            view={view}
            game={game}
            joinUrl={state.joinUrl}
            beat={state.beat}
            now={now}
            awards={awards}
          />
        )}
      </Showing>
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
      <h1 class="wordmark"><Stencil /></h1>
      <p>{say("line.connecting")}</p>
    </div>
  );
}
