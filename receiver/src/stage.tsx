/** What the whole screen shows: one large thing, and small ones over it. */
import type { JSX } from "preact";

import { Stencil } from "../../common/look/drawings";
import type { GameView } from "../../common/wire";
import { Told } from "./board/codename";
import type { Pages } from "./book/props";
import { Showing } from "./book/showing";
import { Entry } from "./entry/entry";
import type { AskHouse } from "./entry/house";
import { Game } from "./game/game";
import { Lobby } from "./lobby/lobby";
import { Spectacle } from "./moments/later";
import type { State } from "./state";
import { turnOf } from "./teams/teams";
import { say } from "./words";

interface Props {
  state: State;
  watch: (room: string) => void;
  /** The server's time. */
  now: () => number;
  /** Reads in the book of the room. */
  pages: Pages;
  /** Instead of the server's list of games. */
  askHouse?: AskHouse;
}

export function Stage({ state, watch, now, pages, ...more }: Props): JSX.Element {
  const game = state.message?.view.game ?? null;
  const debriefed = state.message?.view.kind === "debrief";
  const inLobby = state.message !== null && game === null;
  const { beat } = state;
  const silent = inLobby && state.silent;
  const trouble = state.line === "offline" && state.message !== null;
  return (
    <>
      {game !== null && game.result === null && <Light game={game} />}
      <main
        class={silent ? "stage above" : "stage"}
        data-beat={beat?.kind}
        data-winner={game?.result?.winner ?? undefined}
        data-step={state.message?.step}
      >
        <OnStage state={state} watch={watch} now={now} pages={pages} {...more} />
      </main>
      <p
        class={`announcement${inLobby ? " beside" : debriefed ? " over" : ""}`}
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
        <p class={inLobby ? "offline" : "offline beside"} data-testid="tv-offline" role="status">
          {say("line.offline")}
        </p>
      )}
      {beat !== null && game !== null && state.message !== null && (
        <Spectacle beat={beat} game={game} lobby={state.message.view.lobby} />
      )}
    </>
  );
}

/** The table has something of the colour of whose turn it is; near the end it grows dark around it. */
function Light({ game }: { game: GameView }): JSX.Element {
  const { red, blue, green } = game.left;
  return (
    <>
      <div class="hue" data-team={turnOf(game).team} />
      {(red === 1 || blue === 1 || green === 1) && <div class="vignette" />}
    </>
  );
}

function OnStage({ state, watch, now, pages, ...more }: Props): JSX.Element {
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
    return <Entry refusal={refusal} room={room} watch={watch} {...more} />;
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
