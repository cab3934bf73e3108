/**
 * Sounds, made on the spot: no files. Where the browser blocks sound until somebody presses a key,
 * the evening is silent and nothing else changes.
 */
import type { GameView, Happening, Identity, Team } from "../../../common/wire";

/** Frequency in Hz (to another one), start and length in seconds, loudness, wave. */
interface Note {
  from: number;
  to?: number;
  at?: number;
  for: number;
  loud?: number;
  wave?: OscillatorType;
}

export type Sound =
  | "clue" | "own" | "rival" | "bystander" | "assassin" | "undo" | "turn" | "win" | "deal" | "come"
  | "dispute" | "struck" | "sand" | "tick" | "time" | "token" | "sudden" | "lose";

const SOUNDS: Record<Sound, readonly Note[]> = {
  come: [{ from: 520, for: 0.12, loud: 0.3 }],
  deal: [0, 1, 2, 3, 4].map((i) => ({ from: 210 + 40 * i, to: 120, at: i * 0.07, for: 0.07, wave: "triangle" })),
  clue: [
    { from: 587, for: 0.35, loud: 0.6 },
    { from: 880, at: 0.16, for: 0.6, loud: 0.6 },
  ],
  own: [
    { from: 523, for: 0.18 },
    { from: 659, at: 0.1, for: 0.2 },
    { from: 784, at: 0.2, for: 0.5 },
  ],
  rival: [
    { from: 392, for: 0.25, wave: "triangle" },
    { from: 277, at: 0.2, for: 0.5, wave: "triangle" },
  ],
  bystander: [{ from: 196, to: 130, for: 0.35, wave: "triangle" }],
  assassin: [
    { from: 110, to: 38, for: 2.6, loud: 1.4, wave: "sawtooth" },
    { from: 116, to: 41, for: 2.6, loud: 1.2, wave: "sawtooth" },
    { from: 58, for: 2.2, loud: 1.4 },
  ],
  undo: [{ from: 330, to: 660, for: 0.25, wave: "triangle", loud: 0.7 }],
  turn: [{ from: 440, for: 0.2, loud: 0.35 }],
  dispute: [
    { from: 494, for: 0.22, loud: 0.6 },
    { from: 466, at: 0.2, for: 0.5, loud: 0.6 },
  ],
  struck: [
    { from: 260, to: 90, for: 0.3, wave: "sawtooth", loud: 0.5 },
    { from: 120, to: 60, at: 0.22, for: 0.35, wave: "triangle" },
  ],
  sand: [0, 1, 2, 3].map((i) => ({ from: 900 - 120 * i, to: 700, at: i * 0.09, for: 0.08, wave: "triangle", loud: 0.4 })),
  tick: [{ from: 1250, to: 900, for: 0.05, loud: 0.35 }],
  time: [0, 0.35, 0.7].map((at) => ({ from: 932, to: 915, at, for: 0.6, wave: "triangle" })),
  token: [
    { from: 1046, to: 988, at: 0.35, for: 0.16, loud: 0.5 },
    { from: 698, to: 659, at: 0.47, for: 0.4, loud: 0.5, wave: "triangle" },
  ],
  sudden: [0.4, 0.7, 1, 1.3].map((at) => ({ from: 147, to: 139, at, for: 0.26, loud: 1.2, wave: "triangle" })),
  lose: [392, 370, 349, 262].map((from, i) => ({ from, at: 0.5 + i * 0.22, for: i === 3 ? 1.2 : 0.3, wave: "triangle" })),
  win: [523, 659, 784, 1047].map((from, i) => ({ from, at: 0.5 + i * 0.14, for: i === 3 ? 1.1 : 0.25 })),
};

const SOUND_OF: Partial<Record<Happening["kind"], Sound>> = {
  clue_given: "clue",
  clue_challenged: "dispute",
  challenge_withdrawn: "clue",
  clue_struck: "struck",
  penalty_declined: "turn",
  sand_turned: "sand",
  touch_undone: "undo",
  game_dealt: "deal",
  player_joined: "come",
};

/** What a message sounds like: the weightiest of what happened, and the game as it is after it. */
export function soundsOf(happened: readonly Happening[], game: GameView | null = null): Sound[] {
  const sounds: Sound[] = [];
  for (const event of happened) {
    const sound = soundOf(event, game);
    if (sound !== undefined) sounds.push(sound);
  }
  return sounds;
}

function soundOf(event: Happening, game: GameView | null): Sound | undefined {
  const coop = game !== null && game.settings.mode === "coop";
  switch (event.kind) {
    case "card_touched":
      return touchOf(event.identity, event.team);
    case "card_covered":
      return coop ? "rival" : "own";
    case "turn_ended":
      if (event.team === "green" && game !== null && game.result === null) {
        return game.phase === "sudden_death" ? "sudden" : "token";
      }
      return event.why === "by_choice" ? "turn" : undefined;
    case "game_ended": {
      const { winner, ending } = event.result;
      if (ending === "sudden_death") return "lose";
      if (ending !== "all_agents") return undefined;
      return coop && winner === "blue" ? "lose" : "win";
    }
    default:
      return SOUND_OF[event.kind];
  }
}

function touchOf(identity: Identity, team: Team): Sound {
  if (identity === "bystander" || identity === "assassin") return identity;
  return identity === team ? "own" : "rival";
}

let audio: AudioContext | null = null;

/** Play a sound if this browser lets us. */
export function play(sound: Sound): void {
  try {
    audio = audio ?? new AudioContext();
    if (audio.state === "running") sing(audio, SOUNDS[sound]);
    // Blocked until a key is pressed: try again, but never play it late.
    else void audio.resume().catch(() => undefined);
  } catch {
    // No sound on this screen.
  }
}

function sing(context: AudioContext, notes: readonly Note[]): void {
  for (const note of notes) {
    const start = context.currentTime + 0.02 + (note.at ?? 0);
    const end = start + note.for;
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = note.wave ?? "sine";
    voice.frequency.setValueAtTime(note.from, start);
    if (note.to !== undefined) voice.frequency.exponentialRampToValueAtTime(note.to, end);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.16 * (note.loud ?? 1), start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0005, end);
    voice.connect(volume);
    volume.connect(context.destination);
    voice.start(start);
    voice.stop(end);
  }
}
