/**
 * The television's loudspeaker. A browser may block it until somebody presses a key or clicks; then the screen asks
 * for that, any key will do, and until then the evening is silent and nothing else changes.
 */
import type { Cue } from "../../../common/moments/cues";

/** What a room begins with, of 10. */
const USUAL = 7;

let audio: AudioContext | null = null;
let volume = USUAL;
let sing: typeof import("./notes").sing | null = null;

const UNLOCKS = ["keydown", "click", "touchend"];

/**
 * Switch it on: once there is something to hear. `blocked` is told whether a key is needed, now and whenever that
 * changes; of a screen without any sound, never.
 */
export function switchOn(blocked: (is: boolean) => void): void {
  if (audio !== null || typeof AudioContext === "undefined") return;
  void import("./notes").then((notes) => (sing = notes.sing), () => undefined); // silent, then
  try {
    const context = (audio = new AudioContext());
    const look = (): void => blocked(context.state === "suspended");
    context.onstatechange = look;
    for (const key of UNLOCKS) addEventListener(key, () => void context.resume().catch(() => undefined));
    look();
  } catch {
    // No sound on this screen.
  }
}

/** From 0, silent, to 10; another one is heard. */
export function setVolume(loud: number): void {
  if (loud === volume) return;
  volume = loud;
  play({ sound: "stands", n: 0 });
}

/** Play a sound if this browser lets us, and never late. */
export function play(cue: Cue): void {
  if (audio !== null && audio.state === "running" && volume > 0) sing?.(audio, cue, (volume / USUAL) ** 2);
}
