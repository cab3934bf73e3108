/** What a phone does under the thumb, where it can: different for each thing that one need not look up for. */
import type { Cue } from "../../../common/moments/cues";
import type { State } from "../state";
import { isOwnTurn } from "../game/title";
import { view } from "../view";

const PATTERNS = {
  tap: [30],
  turn: [60, 80, 60],
  clue: [40, 40, 40, 40, 120],
  hit: [50],
  miss: [150],
  end: [80, 60, 80, 60, 300],
} as const;

const TURNS: readonly Cue["sound"][] = ["turn_red", "turn_blue", "token", "sudden"];

export function buzz(pattern: keyof typeof PATTERNS = "tap"): void {
  (navigator as Partial<Navigator>).vibrate?.call(navigator, PATTERNS[pattern].slice());
}

/** With what the television sounds like, at the same instant; own turns only where they are one's own. */
export function buzzFor({ sound }: Cue, state: State): void {
  if (sound === "own") buzz("hit");
  else if (sound === "rival" || sound === "bystander") buzz("miss");
  else if (sound === "clue") buzz("clue");
  else if (sound === "win" || sound === "lose" || sound === "assassin") buzz("end");
  else if (TURNS.indexOf(sound) >= 0) {
    const game = view(state)?.game ?? null;
    if (game !== null && isOwnTurn(state, game)) buzz("turn");
  }
}
