/** The room on a television, in one line; and the way to the televisions of the house. */
import type { JSX } from "preact";
import type { Screen } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import type { State } from "../state";
import { textKey, useUi } from "../ui";
import type { Ui } from "../ui";
import { me, view } from "../view";

/** What is with the room's television, unless that is nothing. */
export function shown(state: State): Screen | null {
  const screen = view(state)?.lobby.screen ?? null;
  return screen?.state === "idle" ? null : screen;
}

export function nameOfTv({ words }: Ui, { name }: { name: string }): string {
  return name === "" ? words.say("tv.nameless") : name;
}

/** One small line on every phone: where the game is seen, or why not and what helps. */
export function TvLine(): JSX.Element {
  const ui = useUi();
  const screen = shown(ui.state);
  return (
    <div role="status" class="tv-place">
      {screen !== null && (
        <p class="tv-line" data-testid="tv-line" data-state={screen.state}>
          <TvSign />
          <span>
            {ui.words.say(textKey("tv", screen.state), { name: nameOfTv(ui, screen) })}
            {screen.reason !== null && ` ${refusalText(ui.words, screen.reason)}`}
          </span>
        </p>
      )}
    </div>
  );
}

/** The host's way to the televisions; at a public address hosts have none. */
export function TvButton(): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  if (me(state)?.isHost !== true || !state.casts) return null;
  return (
    <button
      type="button"
      class="tv-button"
      data-testid="tv-open"
      onClick={() => dispatch({ type: "sheet", sheet: "tv" })}
    >
      <TvSign />
      {words.say("sheet.tv")}
    </button>
  );
}

function TvSign(): JSX.Element {
  return (
    <svg class="tv-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 4h20v14h-7v2H9v-2H2Zm2 2v10h16V6Z" />
    </svg>
  );
}
