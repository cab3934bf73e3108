import { afterEach, expect, test, vi } from "vitest";

import { cue } from "../../../common/moments/cues";
import { sing } from "./notes";
import { Synth } from "./synth";

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

type Node = Record<string, unknown>;

/** A browser's sound, with every pitch that was asked for, and when each note ends. */
class Loudspeaker {
  static made: Loudspeaker[] = [];
  state = "suspended";
  currentTime = 0;
  sampleRate = 8;
  destination = {};
  onstatechange: () => void = () => undefined;
  heard: number[] = [];
  ends: number[] = [];

  constructor() {
    Loudspeaker.made.push(this);
  }

  resume(): Promise<void> {
    this.state = "running";
    this.onstatechange();
    return Promise.resolve();
  }

  private node(more: Node = {}): Node {
    const params = ["gain", "frequency"].map((name) => [name, this.param()]);
    return { ...Object.fromEntries(params), connect() {}, start() {}, stop: (end: number) => this.ends.push(end), ...more };
  }

  private param(more: Node = {}): Node {
    return { setValueAtTime() {}, setTargetAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {}, ...more };
  }

  createOscillator = (): Node => this.node({ frequency: this.param({ setValueAtTime: (hertz: number) => this.heard.push(hertz) }) });
  createGain = (): Node => this.node();
  createBiquadFilter = (): Node => this.node();
  createConvolver = (): Node => this.node();
  createWaveShaper = (): Node => this.node();
  createBufferSource = (): Node => this.node();
  createBuffer = (_: number, length: number): Node => ({ getChannelData: () => new Float32Array(length) });
}

test("a screen without sound is no trouble", async () => {
  const { switchOn, setVolume, play } = await import("./sound");
  vi.stubGlobal("AudioContext", undefined);
  switchOn(() => expect.unreachable());
  expect(() => [setVolume(3), play(cue("win"))]).not.toThrow();
});

test.each(["AudioContext", "webkitAudioContext"])("a blocked %s asks for a key, takes any, and is silent at volume 0", async (name) => {
  Loudspeaker.made = [];
  vi.stubGlobal("AudioContext", undefined);
  vi.stubGlobal(name, Loudspeaker);
  const { switchOn, setVolume, play } = await import("./sound");
  const told: boolean[] = [];
  switchOn((blocked) => told.push(blocked));
  const { heard } = Loudspeaker.made[0] as Loudspeaker;
  play(cue("token"));
  expect(heard).toEqual([]);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  expect(told).toEqual([true, false]);
  play(cue("token"));
  expect(heard).toContain(1046);
  const { length } = heard;
  setVolume(0);
  play(cue("token"));
  expect(heard.length).toBe(length);
});

test("the pitch climbs with each hit of a turn, and each person has a note", () => {
  const highest = (sound: "own" | "join", n: number): number => Math.max(...played(sound, n).heard);
  const hits = [0, 1, 2].map((n) => highest("own", n));
  expect(hits).toEqual(hits.slice().sort((a, b) => a - b));
  expect(new Set(hits).size).toBe(3);
  expect(highest("join", 0)).not.toEqual(highest("join", 1));
});

test("a rise lasts as long as the card is held", () => {
  for (const ms of [700, 1300]) expect(Math.max(...played("rise", ms).ends)).toBeCloseTo(ms / 1000, 1);
});

function played(sound: "own" | "join" | "rise", n: number): Loudspeaker {
  const context = new Loudspeaker();
  sing(new Synth(context as never), cue(sound, n));
  return context;
}
