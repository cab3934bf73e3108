/** The score of the table: what each sound is made of. */
import type { Cue, Sound } from "../../../common/moments/cues";
import { BAND, HIGH, LOW, SAW, SINE, TRIANGLE } from "./synth";
import type { Note, Synth } from "./synth";

/** Steps of a scale in which everything sounds well together: the pentatonic one. */
const STEPS = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3];

/** The how many-eth step from C (Hz). */
function pitch(step: number, from = 262): number {
  return from * (STEPS[step % 5] ?? 1) * 2 ** Math.floor(step / 5);
}

/** `times` sounds, `every` so many seconds. */
function row(times: number, every: number, sound: (i: number) => readonly Note[]): Note[] {
  const all = Array.from({ length: times }, (_, i) => later(i * every, sound(i)));
  return ([] as Note[]).concat(...all);
}

export function later(seconds: number, notes: readonly Note[]): Note[] {
  return notes.map(([at, ...rest]): Note => [at + seconds, ...rest]);
}

/** A bar of wood or metal that is struck with a soft mallet. */
export function mallet(hertz: number, length: number, loud = 1): Note[] {
  return [[0, hertz, length, loud], [0, hertz * 4, length / 3, loud * 0.22], [0, 1900, 0.02, loud * 0.4, BAND]];
}

/** A muted horn, with a second one a little beside it. */
function horn(hertz: number, length: number, loud = 1, to = hertz): Note[] {
  return [[0, hertz, length, loud * 0.6, SAW, to, 0.03], [0, hertz * 1.006, length, loud * 0.5, SAW, to, 0.05], [0, hertz / 2, length, loud * 0.5, TRIANGLE, to / 2]];
}

function drum(hertz: number, loud = 1): Note[] {
  return [[0, hertz * 2.2, 0.3, loud, SINE, hertz * 0.8], [0, 300, 0.06, loud, LOW]];
}

/** Paper that is let go; the higher, the thinner. */
function snap(hertz: number, loud = 1): Note[] {
  return [[0, hertz, 0.03, loud, BAND, hertz * 0.6], [0.004, 5200, 0.014, loud * 0.5, HIGH]];
}

/** Paper that comes down on paper. */
const LANDS: Note[] = [[0, 1300, 0.09, 1, LOW, 260], [0, 120, 0.1, 0.5, SINE, 70]];

/** Rubber on paper on a table. */
const STAMP: Note[] = [[0, 170, 0.16, 1.6, SINE, 46], [0, 1400, 0.07, 1.6, LOW, 300], [0.12, 2600, 0.04, 0.25, BAND]];

const KEY: Note[] = [[0, 3400, 0.018, 1, HIGH], [0.006, 1250, 0.04, 1.6, BAND, 800], [0.01, 210, 0.05, 0.7]];
const BELL: Note[] = [[0, 2093, 1.3, 0.5], [0, 5090, 0.7, 0.22], [0, 7900, 0.3, 0.1]];

/** A card: it is bent, springs over, and lies. */
const FLIP: Note[] = [[0, 1500, 0.11, 0.7, BAND, 4200, 0.09], ...later(0.11, snap(3000, 1.5)), ...later(0.15, LANDS)];

const BEATING: Note[] = [[0, 62, 0.2, 1.3], [0.22, 55, 0.24, 1]];

/** How loud; of what. */
type Score = readonly [level: number, notes: (n: number) => readonly Note[]];

const SOUNDS: Record<Sound, Score> = {
  // A name is stamped; everybody has a note, together they are a chord.
  join: [0.29, (n) => [...STAMP, ...later(0.09, mallet(pitch([0, 2, 3, 5, 7, 8, 10, 12][n % 8] ?? 0), 0.9))]],
  seated: [0.48, () => row(3, 0.4, () => [...drum(58), ...horn(65.4, 0.36)])],
  // A riffle, and the cards pushed together.
  deal: [1.4, () => [...row(25, 0.03, (i) => later(0.008 * ((i * 7) % 4) / 3, snap(1600 + 30 * i + 310 * (i % 4), 0.7 + 0.1 * (i % 3)))), ...later(0.86, LANDS)]],
  clue: [0.56, () => [...row(7, 0.08, (i) => later(0.006 * (i % 3), KEY)), ...later(0.6, BELL)]],
  // `n`: for how long (ms).
  rise: [0.69, (n) => {
    const s = n / 1000;
    const loud = 1.4 - s * 0.55;
    return [...snap(1700, 0.5), [0, 260, s, loud, BAND, 2600, s], [0, 98, s, loud / 2, SAW, 147, s], [0, 99, s, loud / 2, SAW, 148, s]];
  }],
  flip: [1.7, () => FLIP],
  own: [0.29, (n) => [...LANDS, ...row(3, 0.1, (i) => mallet(pitch(5 + n + i), i < 2 ? 0.3 : 0.8))]],
  rival: [0.48, () => [...LANDS, ...horn(392, 0.22), ...later(0.2, horn(277, 0.6))]],
  bystander: [0.61, () => [...LANDS, ...horn(196, 0.45, 1, 131)]],
  // Shards, and a drone.
  assassin: [0.18, () => [
    ...row(9, 0.045, (i): Note[] => [[0.02 * (i % 3), 2200 + 830 * ((i * 4) % 9), 0.25, 0.3], [0, 6000, 0.05, 0.7, HIGH]]),
    [0, 110, 2.6, 0.8, SAW, 38, 0.02], [0, 116, 2.6, 0.7, SAW, 41, 0.02], [0, 58, 2.4, 1.2], [0, 420, 2.2, 1, LOW, 60],
  ]],
  undo: [0.41, () => [[0, 3800, 0.16, 0.7, BAND, 1300, 0.14], ...later(0.16, LANDS), ...later(0.05, mallet(330, 0.2)), ...later(0.17, mallet(660, 0.4))]],
  turn_red: [0.25, () => sweeping(330, 440)],
  turn_blue: [0.24, () => sweeping(440, 330)],
  token: [0.35, () => [...mallet(1046, 0.25), ...later(0.12, mallet(698, 0.6)), ...later(0.12, LANDS)]],
  sudden: [0.31, () => row(4, 0.3, () => [...drum(73), ...horn(147, 0.27, 1, 139)])],
  last: [0.16, () => row(2, 0.8, () => BEATING)],
  // Three seconds, in thirds going up.
  win: [0.16, () => [
    ...row(8, 0.18, (i) => [...mallet(pitch([0, 2, 3, 5, 3, 5, 7, 8][i] ?? 0, 392), 0.45), ...(i % 2 ? [] : horn(pitch(i ? 0 : 3, 98), 0.34, 0.7)), ...snap(5000, 0.5)]),
    ...later(1.5, [...drum(65, 1.4), [0, 3000, 1.5, 0.6, HIGH], ...horn(98, 1.5), ...horn(196, 1.5, 0.6)]),
    ...later(1.5, row(4, 0.03, (i) => mallet(pitch([5, 7, 8, 10][i] ?? 0, 392), 1.6, 0.8))),
  ]],
  lose: [0.45, () => row(4, 0.22, (i) => horn([392, 370, 349, 262][i] ?? 0, i === 3 ? 1.2 : 0.3, 1, i === 3 ? 247 : undefined))],
  dispute: [0.33, () => [...mallet(494, 0.3), ...later(0.2, mallet(466, 0.7))]],
  // The pen, and the stamp.
  struck: [0.56, () => [[0, 1800, 0.2, 0.8, BAND, 3600, 0.12], ...later(0.26, STAMP)]],
  stands: [0.31, () => [...mallet(587, 0.4), ...later(0.16, mallet(880, 0.8))]],
  sand: [0.5, () => [[0, 5200, 0.55, 1, HIGH, 3600, 0.2], ...LANDS]],
  tick: [0.68, () => [[0, 1250, 0.14, 1, SINE, 1180], [0, 2400, 0.02, 0.8, BAND], [0, 410, 0.16, 0.8]]],
  time: [0.39, () => row(3, 0.35, () => [[0, 932, 0.7, 1, TRIANGLE, 915], [0, 2570, 0.4, 0.3], [0, 1900, 0.02, 0.5, BAND]])],
};

/** A team's motif of two notes, under a sweep over the table. */
function sweeping(first: number, second: number): Note[] {
  return [[0, 500, 0.5, 0.5, BAND, 1800, 0.3], ...horn(first, 0.16), ...mallet(first, 0.3), ...later(0.14, [...horn(second, 0.4), ...mallet(second, 0.6)])];
}

export function sing(synth: Synth, { sound, n }: Cue): void {
  const [level, notes] = SOUNDS[sound];
  synth.play(notes(n), level);
}
