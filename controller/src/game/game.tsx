/** The game, for every seat: the board, what this seat can do, and what has been said so far. */
import type { JSX } from "preact";
import { MoveButton } from "../basics/move-button";
import { Offline } from "../basics/offline";
import { Board } from "../board/board";
import { BeforeFirstClue } from "../history/first-clue";
import { StillHidden } from "../history/still-hidden";
import { StillToFind } from "../history/still-to-find";
import { Turns } from "../history/turns";
import { Requests } from "../people/requests";
import { saying } from "../pictures/pictures";
import { Reactions } from "../reactions/reactions";
import { Refusal } from "../refusals/refusal";
import { TvButton, TvCall, TvLine } from "../tv/tv-line";
import { useUi } from "../ui";
import { can, me, over, view } from "../view";
import { Dock } from "./dock";
import { Ending } from "./ending";
import { Giving, gives } from "./giving";
import { Strip } from "./strip";
import { useTapping } from "./tapping";
import { Top } from "./top";

export function GameScreen(): JSX.Element | null {
  const { state } = useUi();
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const { game, lobby } = seen;
  const ended = over(game);
  // For others, what has been said is more important.
  const reacts = ended || me(state)?.player.seat === "spectator";
  return (
    <main class="game">
      <div class={gives(state) ? "front front-gives" : "front"}>
        <Top />
        <Offline />
        <Board tapping={useTapping()} />
        <Giving />
      </div>
      <div class="under">
        <div class="under-now">
          {!ended && <Strip />}
          <Refusal />
          <TvCall />
          <Requests />
          {ended ? <Ending /> : <Dock />}
          {ended && <Strip />}
          {reacts && <Reactions />}
        </div>
        <div class="under-said">
          <div class="said-words">
            <StillHidden />
            {!ended && <StillToFind game={game} />}
            <BeforeFirstClue game={game} lobby={lobby} />
          </div>
          <Turns game={game} lobby={lobby} />
        </div>
        {!reacts && <Reactions />}
        <TvLine />
        <Footer />
      </div>
    </main>
  );
}

/** Where this phone sits, and what is needed seldom. */
function Footer(): JSX.Element | null {
  const ui = useUi();
  const { state, dispatch, words } = ui;
  const mine = me(state);
  if (mine === null) return null;
  return (
    <footer class="footer">
      <p class="aside footer-me">
        {mine.player.name} · {words.say(`seat.${mine.player.seat}`)}
      </p>
      <button
        type="button"
        data-testid="players-open"
        onClick={() => dispatch({ type: "sheet", sheet: "room" })}
      >
        {words.say("room.open", { code: state.room ?? "" })}
      </button>
      <TvButton />
      <MoveButton move="pause">{words.say("pause")}</MoveButton>
      {can(state, "exchange_codename") && state.tapping === "touch" && (
        <button
          type="button"
          data-testid="exchange"
          onClick={() => dispatch({ type: "tapping", tapping: "exchange" })}
        >
          {saying(ui, "exchange")}
        </button>
      )}
    </footer>
  );
}
