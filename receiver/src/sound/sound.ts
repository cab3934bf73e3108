/**
 * The television's loudspeaker, loaded after the first picture. A browser may block it until somebody presses a key or
 * clicks; then the screen asks for that, any key will do, and until then the evening is silent and nothing else changes.
 */
import type { Cue } from "../../../common/moments/cues";
import type { Message } from "../../../common/wire";
import { LobbyMusic } from "./lobby-music";
import { sing } from "./notes";
import { Synth } from "./synth";

/** What a room begins with, of 10. */
const USUAL = 7;

/** The shorter side of a phone's screen is below this (px), of a television's above. */
const PHONE = 500;

const UNLOCKS = ["keydown", "click", "touchend"];

let synth: Synth | null = null;
let music: LobbyMusic | null = null;
let volume = USUAL;

/** `blocked` is told whether a key is needed, now and whenever that changes; of a screen without any sound, never. */
export function switchOn(blocked: (is: boolean) => void): void {
  const { AudioContext: Context = window.webkitAudioContext } = window as Partial<typeof window>;
  if (synth !== null || Context === undefined) return;
  try {
    const context = new Context();
    synth = new Synth(context);
    music = new LobbyMusic(synth);
    const look = (): void => blocked(context.state === "suspended");
    context.onstatechange = look;
    for (const key of UNLOCKS) addEventListener(key, () => void context.resume().catch(() => undefined));
    look();
  } catch {
    // No sound on this screen.
  }
}

declare global {
  interface Window {
    /** Safari's, before 14.1. */
    webkitAudioContext?: typeof AudioContext;
  }
}

/** The room as it is shown now: how loud it is, and whether it waits for its first game. Null: no room. */
export function follow(view: Message["view"] | null): void {
  if (view !== null) setVolume(view.lobby.volume);
  if (view !== null && view.game === null && volume > 0 && (view.lobby.music ?? isLarge())) music?.play();
  else music?.stop();
}

/** Larger than a phone, whose owner does not expect music. */
function isLarge(): boolean {
  return Math.min(screen.width, screen.height) > PHONE;
}

/** From 0, silent, to 10; another one is heard. */
function setVolume(loud: number): void {
  if (synth === null || loud === volume) return;
  volume = loud;
  synth.loudness = (volume / USUAL) ** 2;
  play({ sound: "stands", n: 0 });
}

/** Play a sound if this browser lets us, and never late. */
export function play(cue: Cue): void {
  if (synth !== null && synth.context.state === "running" && volume > 0) sing(synth, cue);
}
