/** The score of the table: what each sound is made of. Loaded apart. */
import type { Cue, Sound } from "../../../common/moments/cues";

/** When (s), from which pitch (Hz), for how long (s); loudness, wave, to which pitch. */
type Note = readonly [at: number, from: number, length: number, loud?: number, wave?: 0 | 1 | 2, to?: number];

const WAVES = ["sine", "triangle", "sawtooth"] as const;

/** Steps of a scale in which everything sounds well together: the pentatonic one. */
const STEPS = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3];

/** The how many-eth step from C (Hz). */
function pitch(step: number, from = 262): number {
  return from * (STEPS[step % 5] ?? 1) * 2 ** Math.floor(step / 5);
}

/** `times` notes, `every` so many seconds. */
function row(times: number, every: number, note: (i: number) => Note): Note[] {
  return Array.from({ length: times }, (_, i) => {
    const [at, ...rest] = note(i);
    return [at + i * every, ...rest];
  });
}

const BEATING: Note[] = [[0, 62, 0.16, 1.3], [0.22, 55, 0.2, 1]];

const SOUNDS: Record<Sound, (n: number) => readonly Note[]> = {
  // Everybody has a note; together they are a chord.
  join: (n) => [[0, pitch([0, 2, 3, 5, 7, 8, 10, 12][n % 8] ?? 0), 0.7, 0.5]],
  seated: () => row(3, 0.4, () => [0, 65, 0.3, 1.3, 1]),
  deal: () => row(25, 0.03, (i) => [0, 300 + 37 * (i % 3), 0.028, 0.5, 1, 120]),
  // Keys of a typewriter, and its bell.
  clue: () => [...row(7, 0.08, (i) => [0, 1500 + 130 * (i % 3), 0.02, 0.4, 2, 700]), [0.6, 1760, 0.9, 0.5], [0.6, 3520, 0.5, 0.15]],
  own: (n) => row(3, 0.1, (i) => [0, pitch(5 + n + i, 262), i < 2 ? 0.2 : 0.5]),
  rival: () => [[0, 392, 0.25, 1, 1], [0.2, 277, 0.5, 1, 1]],
  bystander: () => [[0, 196, 0.35, 1, 1, 130]],
  assassin: () => [[0, 110, 2.6, 1.2, 2, 38], [0, 116, 2.6, 1, 2, 41], [0, 58, 2.2, 1.4]],
  undo: () => [[0, 330, 0.25, 0.7, 1, 660]],
  turn_red: () => [[0, 330, 0.16, 0.6, 1], [0.14, 440, 0.4, 0.6, 1]],
  turn_blue: () => [[0, 440, 0.16, 0.6, 1], [0.14, 330, 0.4, 0.6, 1]],
  token: () => [[0, 1046, 0.16, 0.5, 0, 988], [0.12, 698, 0.4, 0.5, 1, 659]],
  sudden: () => row(4, 0.3, () => [0, 147, 0.26, 1.2, 1, 139]),
  last: () => [...BEATING, ...BEATING.map(([at, ...rest]): Note => [at + 0.8, ...rest])],
  // Three seconds, in thirds going up.
  win: () => [
    ...row(8, 0.18, (i): Note => [0, pitch([0, 2, 3, 5, 3, 5, 7, 8][i] ?? 0, 392), 0.3, 0.8, 1]),
    ...[5, 7, 8, 10].map((step): Note => [1.5, pitch(step, 392), 1.6, 0.5]),
  ],
  lose: () => [392, 370, 349, 262].map((from, i) => [i * 0.22, from, i === 3 ? 1.2 : 0.3, 1, 1]),
  dispute: () => [[0, 494, 0.22, 0.6], [0.2, 466, 0.5, 0.6]],
  struck: () => [[0, 260, 0.3, 0.5, 2, 90], [0.22, 120, 0.35, 1, 1, 60]],
  stands: () => [[0, 587, 0.35, 0.6], [0.16, 880, 0.6, 0.6]],
  sand: () => row(4, 0.09, (i) => [0, 900 - 120 * i, 0.08, 0.4, 1, 700]),
  tick: () => [[0, 1250, 0.05, 0.35, 0, 900]],
  time: () => row(3, 0.35, () => [0, 932, 0.6, 1, 1, 915]),
};

/** `loudness`: from 0 to 1. */
export function sing(context: AudioContext, { sound, n }: Cue, loudness: number): void {
  for (const [at, from, length, loud = 1, wave = 0, to] of SOUNDS[sound](n)) {
    const start = context.currentTime + 0.02 + at;
    const end = start + length;
    const voice = context.createOscillator();
    const volume = context.createGain();
    voice.type = WAVES[wave];
    voice.frequency.setValueAtTime(from, start);
    if (to !== undefined) voice.frequency.exponentialRampToValueAtTime(to, end);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.16 * loud * loudness, start + Math.min(0.015, length / 2));
    volume.gain.exponentialRampToValueAtTime(0.0005, end);
    voice.connect(volume);
    volume.connect(context.destination);
    voice.start(start);
    voice.stop(end);
  }
}
