/** The room on a television, in one line; what the television asks of people; and the way to those of the house. */
import type { JSX } from "preact";
import type { CastPhase, CastReason, Screen } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import type { State } from "../state";
import { textKey, useUi } from "../ui";
import type { Ui } from "../ui";
import { me, view } from "../view";
import { ScreenSign } from "./signs";

/** Why a room has no television any more, though nothing failed. */
const OVER: readonly (CastReason | null)[] = ["cast/stopped_there", "cast/nobody_playing"];

/** What nobody but a hand on the television's remote can mend. */
const REMOTE: readonly (CastReason | null)[] = ["cast/confirm_on_tv", "cast/screensaver"];

/** What is with the room's television, unless that is nothing. */
export function shown(state: State): Screen | null {
  const screen = view(state)?.lobby.screen ?? null;
  return screen?.state === "idle" && screen.reason === null ? null : screen;
}

/** Whether the television is another room's, or nobody's; what was said of it stays to be read. */
export function isGone({ state, reason }: Screen): boolean {
  return state === "idle" || reason === "cast/replaced";
}

/** Whether nothing is done about it any more unless the host says so. */
export function isOver(screen: Screen): boolean {
  return isGone(screen) || (screen.state !== "showing" && OVER.indexOf(screen.reason) >= 0);
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
        <div class="tv-line" data-testid="tv-line" data-state={screen.state}>
          <ScreenSign sign="screen" />
          <p>
            {lines(ui, screen).map((said, n) => (
              <span key={n}>{n === 0 ? said : ` ${said}`}</span>
            ))}
          </p>
        </div>
      )}
    </div>
  );
}

/** Each stands by itself: a name has no full stop. */
function lines(ui: Ui, screen: Screen): string[] {
  const { words } = ui;
  const said = [words.say(textKey("tv", phaseOf(screen)), { name: nameOfTv(ui, screen) })];
  if (screen.state === "showing" && screen.receiver === "pictures") said.push(words.say("tv.pictures"));
  if (screen.reason !== null && !needsRemote(screen)) said.push(refusalText(words, screen.reason));
  return said;
}

/** Who switched to another input took nothing over. */
function phaseOf(screen: Screen): CastPhase {
  if (isOver(screen)) return "idle";
  return screen.state === "taken_over" && screen.reason === "cast/standby" ? "lost" : screen.state;
}

function needsRemote({ reason }: Screen): boolean {
  return REMOTE.indexOf(reason) >= 0;
}

/** On every phone, for whoever has the remote in reach: the television waits for a hand. */
export function TvCall(): JSX.Element {
  const { state, words } = useUi();
  const screen = shown(state);
  return (
    <div role="status" class="tv-call-place">
      {screen !== null && screen.reason !== null && needsRemote(screen) && (
        <div class="tv-call" data-testid="tv-call">
          <Remote />
          <p>
            <strong>{words.say("tv.call")}</strong> {refusalText(words, screen.reason)}
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
export function TvButton(): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  if (!choosesTv(state)) return null;
  return (
    <button
      type="button"
      class="tv-button"
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
