/** The room on a television, in one line; what the television asks of people; and the way to those of the house. */
import type { JSX } from "preact";
import { refusalText } from "../refusals/refusal";
import type { State } from "../state";
import { useUi } from "../ui";
import { me } from "../view";
import { askedByTv, linesOf, shown } from "./saying";
import { ScreenSign } from "./signs";

/** One small line on every phone: where the game is seen, or why not and what helps. */
export function TvLine(): JSX.Element {
  const ui = useUi();
  const screen = shown(ui.state);
  return (
    <div role="status" class="tv-place">
      {screen !== null && (
        <div class="tv-line" data-testid="tv-line" data-state={screen.state}>
          <ScreenSign sign="screen" />
          <p>
            {linesOf(ui, screen).map((said, n) => (
              <span key={n}>{n === 0 ? said : ` ${said}`}</span>
            ))}
          </p>
        </div>
      )}
    </div>
  );
}

/** On every phone, for whoever has the remote in reach: the television waits for a hand. */
export function TvCall(): JSX.Element {
  const { state, words } = useUi();
  const screen = shown(state);
  const asked = screen === null ? null : askedByTv(screen);
  return (
    <div role="status" class="tv-call-place">
      {asked !== null && (
        <div class="tv-call" data-testid="tv-call">
          <Remote />
          <p>
            <strong>{words.say("tv.call")}</strong> {refusalText(words, asked)}
          </p>
        </div>
      )}
    </div>
  );
}

/** A remote control, its middle key lit. */
function Remote(): JSX.Element {
  return (
    <svg class="tv-remote" viewBox="0 0 24 48" aria-hidden="true">
      <rect x="2" y="2" width="20" height="44" rx="8" />
      <circle cx="12" cy="17" r="6.5" />
      <circle class="lit" cx="12" cy="17" r="3" />
      <path d="M8 31h2m4 0h2m-8 6h2m4 0h2" />
    </svg>
  );
}

/** The host's way to the televisions; at a public address hosts have none. */
export function TvButton({ main = false }: { main?: boolean }): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  if (!choosesTv(state)) return null;
  return (
    <button
      type="button"
      class={main ? "tv-button main wide" : "tv-button"}
      data-testid="tv-open"
      onClick={() => dispatch({ type: "sheet", sheet: "tv" })}
    >
      <ScreenSign sign="screen" />
      {words.say("sheet.tv")}
    </button>
  );
}

/** Whether this phone chooses among the televisions of the house. */
export function choosesTv(state: State): boolean {
  return me(state)?.isHost === true && state.casts;
}
