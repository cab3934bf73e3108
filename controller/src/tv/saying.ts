/** What is said of the room's television, and of the one that is to take its place. */
import type { CastPhase, CastReason, ComingScreen, Screen } from "../../../common/wire";
import { refusalText } from "../refusals/refusal";
import type { State } from "../state";
import { textKey } from "../ui";
import type { Ui } from "../ui";
import { view } from "../view";

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
export function isGone({ state, reason }: ComingScreen): boolean {
  return state === "idle" || reason === "cast/replaced";
}

/** Whether nothing is done about it any more unless the host says so. */
export function isOver(screen: ComingScreen): boolean {
  return isGone(screen) || (screen.state !== "showing" && OVER.indexOf(screen.reason) >= 0);
}

export function nameOfTv({ words }: Ui, { name }: { name: string }): string {
  return name === "" ? words.say("tv.nameless") : name;
}

/** Line by line: a name has no full stop. */
export function linesOf(ui: Ui, screen: Screen): string[] {
  const { coming } = screen;
  if (coming === null) return ofOne(ui, screen);
  const stays = coming.state === "failed" ? "tv.coming.failed" : "tv.coming.until";
  return [...ofOne(ui, screen), ...ofOne(ui, coming), ui.words.say(stays, { name: nameOfTv(ui, screen) })];
}

function ofOne(ui: Ui, screen: ComingScreen): string[] {
  const { words } = ui;
  const said = [words.say(textKey("tv", phaseOf(screen)), { name: nameOfTv(ui, screen) })];
  if (screen.state === "showing" && screen.receiver === "pictures") said.push(words.say("tv.pictures"));
  if (screen.reason !== null && !needsRemote(screen)) said.push(refusalText(words, screen.reason));
  return said;
}

/** Who switched to another input took nothing over. */
function phaseOf(screen: ComingScreen): CastPhase {
  if (isOver(screen)) return "idle";
  return screen.state === "taken_over" && screen.reason === "cast/standby" ? "lost" : screen.state;
}

/** What a television asks for that only somebody with its remote can give; null: nothing. */
export function askedByTv(screen: Screen): CastReason | null {
  return [screen.coming, screen].find((each) => each !== null && needsRemote(each))?.reason ?? null;
}

function needsRemote({ reason }: ComingScreen): boolean {
  return REMOTE.indexOf(reason) >= 0;
}
