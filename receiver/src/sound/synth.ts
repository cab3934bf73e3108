/** Makes sound of notes: oscillators and noise with an envelope each, a short reverb, a limiter. */

/**
 * When (s), which pitch (Hz), how long (s); loudness; wave; to which pitch; how long it swells (s).
 * The pitch of noise is its filter's.
 */
export type Note = readonly [at: number, from: number, length: number, loud?: number, wave?: Wave, to?: number, attack?: number];

const TONES: readonly OscillatorType[] = ["sine", "triangle", "sawtooth"];
const NOISES: readonly BiquadFilterType[] = ["lowpass", "bandpass", "highpass"];

export const SINE = 0;
export const TRIANGLE = 1;
/** Through a low-pass filter that closes as the note dies away. */
export const SAW = 2;
/** Noise: below its pitch, about it, above it. */
export const LOW = 3;
export const BAND = 4;
export const HIGH = 5;
type Wave = 0 | 1 | 2 | 3 | 4 | 5;

/** Seconds: a note does not begin in the past; it ends without a click. */
const AHEAD = 0.02;
const RELEASE = 0.02;

/** What is left of a note's loudness at its end. */
const FAINT = 0.02;

const REVERB = 0.7;
const WET = 0.5;

/** The loudest sample that comes out, whatever comes in: -3.2 dBFS. */
const CEILING = 0.69;

export class Synth {
  private readonly mix: GainNode;
  private readonly noise: AudioBuffer;

  constructor(readonly context: BaseAudioContext) {
    this.noise = this.buffer(1, () => 1);
    this.mix = context.createGain();
    const reverb = context.createConvolver();
    reverb.buffer = this.buffer(REVERB, (rest) => rest ** 4);
    const wet = context.createGain();
    wet.gain.value = WET;
    // A curve, as no two engines compress alike.
    const limiter = context.createWaveShaper();
    limiter.curve = new Float32Array(2049).map((_, i) => CEILING * Math.tanh((i / 1024 - 1) / CEILING));
    this.mix.connect(reverb);
    reverb.connect(wet);
    wet.connect(limiter);
    this.mix.connect(limiter);
    limiter.connect(context.destination);
  }

  /** From 0; 1 is usual. */
  set loudness(loudness: number) {
    this.mix.gain.setTargetAtTime(loudness, this.context.currentTime, 0.01);
  }

  /** For what has a loudness of its own. */
  channel(): GainNode {
    const gain = this.context.createGain();
    gain.connect(this.mix);
    return gain;
  }

  /** `begin`: in the context's time. */
  play(notes: readonly Note[], level: number, begin = this.context.currentTime + AHEAD, to: AudioNode = this.mix): void {
    notes.forEach(([at, from, length, loud = 1, wave = SINE, glide = from, attack = 0.004], i) => {
      const start = begin + at;
      const swell = start + Math.min(attack, length * 0.9);
      const end = start + length;
      const envelope = this.context.createGain();
      const peak = level * loud;
      envelope.gain.setValueAtTime(peak * FAINT, start);
      envelope.gain.exponentialRampToValueAtTime(peak, swell);
      envelope.gain.exponentialRampToValueAtTime(peak * FAINT, end);
      envelope.gain.linearRampToValueAtTime(0, end + RELEASE);
      envelope.connect(to);
      const slide = (pitch: AudioParam, times: number): void => {
        pitch.setValueAtTime(from * times, start);
        pitch.exponentialRampToValueAtTime(glide * times, end);
      };
      const filtered = (type: BiquadFilterType, times: number): AudioNode => {
        const filter = this.context.createBiquadFilter();
        filter.type = type;
        slide(filter.frequency, times);
        filter.connect(envelope);
        return filter;
      };
      if (wave >= LOW) {
        const source = this.context.createBufferSource();
        source.buffer = this.noise;
        source.loop = true;
        source.connect(filtered(NOISES[wave - LOW] ?? "lowpass", 1));
        // Each from elsewhere in it, always the same.
        source.start(start, (i * 0.37) % 1);
        source.stop(end + RELEASE);
      } else {
        const source = this.context.createOscillator();
        source.type = TONES[wave] ?? "sine";
        slide(source.frequency, 1);
        source.connect(wave === SAW ? filtered("lowpass", 4) : envelope);
        source.start(start);
        source.stop(end + RELEASE);
      }
    });
  }

  /** White noise of so many seconds, always the same; `loud`, by how much of it is left, from 1 to 0. */
  private buffer(seconds: number, loud: (rest: number) => number): AudioBuffer {
    const length = Math.round(seconds * this.context.sampleRate);
    const buffer = this.context.createBuffer(1, length, this.context.sampleRate);
    const samples = buffer.getChannelData(0);
    let random = 1;
    for (let i = 0; i < length; i++) {
      random = (random * 16807) % 2147483647;
      samples[i] = (random / 1073741823.5 - 1) * loud(1 - i / length);
    }
    return buffer;
  }
}
