/** A quiet loop for those who wait: eight bars of bass, brushes and a vibraphone. */
import { later, mallet } from "./notes";
import { BAND, HIGH, TRIANGLE } from "./synth";
import type { Note, Synth } from "./synth";

/** Seconds. */
export const BEAT = 0.74;
/** So long before it begins a beat is written down; the timer looks so often (ms). */
const AHEAD = 1;
const LOOK = 300;
/** After so long without news (s) it fades: nobody may be there. */
const LONGEST = 600;

const LEVEL = 0.055;

/** Each bar's chord, in semitones over A. */
const BARS = [[0, 3, 7, 10], [5, 8, 12, 15], [0, 3, 7, 10], [-4, 0, 3, 7], [5, 8, 12, 15], [-5, -1, 2, 5], [0, 3, 7, 10], [-5, -1, 3, 5]] as const;
export const BEATS = 4 * BARS.length;

/** What the vibraphone plays in a bar: which note of the chord, and when (beats). */
const MELODIES = [[[2, 0], [3, 1.67], [1, 2.67]], [[0, 1], [1, 1.67]], [[3, 0], [2, 0.67], [0, 2.67]], [[1, 0.67], [2, 2]]] as const;

/** Semitones over A; `octave`: 0 is the vibraphone's lowest. */
const hertz = (semitones: number, octave: number): number => 220 * 2 ** (octave + semitones / 12);

/** What is heard of a beat of the loop. */
export function beatOf(number: number): Note[] {
  const [beat, bar] = [number % 4, Math.floor(number / 4) % BARS.length];
  const chord = BARS[bar] ?? BARS[0];
  const low = hertz(chord[([0, 2, 1, 2] as const)[beat] ?? 0], -1);
  const notes: Note[] = [[0, low, 0.7, 1.4, TRIANGLE], [0, low / 2, 0.5, 0.8]];
  // The brush goes round, and strikes.
  notes.push(beat % 2 === 0 ? [0, 2600, 0.5, 0.25, BAND, 3600, 0.3] : [0, 2600, 0.22, 0.5, BAND, 3600, 0.01]);
  if (beat % 2 === 1) notes.push([0.67 * BEAT, 7000, 0.06, 0.25, HIGH]);
  if (beat === bar % 2) for (const note of chord) notes.push(...later(0.67 * BEAT * beat, mallet(hertz(note, 0), 1.8, 0.3)));
  for (const [note, at] of MELODIES[bar % 4] ?? []) {
    if (Math.floor(at) === beat) notes.push(...later((at - beat) * BEAT, mallet(hertz(chord[note], 1), 1.2, 0.5)));
  }
  return notes;
}

export class LobbyMusic {
  private readonly channel: GainNode;
  private timer: ReturnType<typeof setInterval> | null = null;
  private beat = 0;
  /** When the next beat begins, and when all is to be quiet, in the context's time. */
  private next = 0;
  private until = 0;

  constructor(private readonly synth: Synth) {
    this.channel = synth.channel();
    this.channel.gain.value = 0;
  }

  /** Begin or go on; there is news. */
  play(): void {
    this.until = this.synth.context.currentTime + LONGEST;
    if (this.timer !== null) return;
    this.timer = setInterval(() => this.write(), LOOK);
    this.fade(1, 1);
    this.write();
  }

  stop(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.fade(0, 0.2);
  }

  private fade(to: number, seconds: number): void {
    this.channel.gain.setTargetAtTime(to, this.synth.context.currentTime, seconds);
  }

  private write(): void {
    const { currentTime: now, state } = this.synth.context;
    if (state !== "running" || document.hidden) return;
    if (now > this.until) return this.stop();
    // Late, or back from being hidden: on from here.
    this.next = Math.max(this.next, now + 0.1);
    for (; this.next < now + AHEAD; this.next += BEAT) this.synth.play(beatOf(this.beat++), LEVEL, this.next, this.channel);
  }
}
