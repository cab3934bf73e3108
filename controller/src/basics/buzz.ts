/** What a phone does under the thumb, where it can: different for each thing that one need not look up for. */
import type { Cue } from "../../../common/moments/cues";
import type { State } from "../state";
import { can, me } from "../view";

const PATTERNS = {
  tap: [30],
  turn: [60, 80, 60],
  clue: [40, 40, 40, 40, 120],
  hit: [50],
  miss: [150],
  end: [80, 60, 80, 60, 300],
} as const;

export function buzz(pattern: keyof typeof PATTERNS = "tap"): void {
  (navigator as Partial<Navigator>).vibrate?.call(navigator, PATTERNS[pattern].slice());
}

/** With what the television sounds like, at the same instant; own turns only where they are one's own. */
export function buzzFor({ sound }: Cue, state: State): void {
  if (sound === "own") buzz("hit");
  else if (sound === "rival" || sound === "bystander") buzz("miss");
  else if (sound === "clue") buzz("clue");
  else if (sound === "win" || sound === "lose" || sound === "assassin") buzz("end");
  else if (sound.indexOf("turn_") === 0 || sound === "token" || sound === "sudden") {
    if (mustAct(state)) buzz("turn");
  }
}

/** Whether something is to be done now by whoever holds this phone. */
function mustAct(state: State): boolean {
  const seat = me(state)?.player.seat;
  return seat !== undefined && ["give_clue", "touch_card", "cover_card"].some((move) => can(state, move));
}
