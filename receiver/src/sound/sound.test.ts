import { afterEach, expect, test, vi } from "vitest";

import { cue } from "../../../common/moments/cues";
import { sing } from "./notes";

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** A browser's sound, with every pitch that was asked for. */
class Loudspeaker {
  static made: Loudspeaker[] = [];
  state = "suspended";
  currentTime = 0;
  destination = {};
  onstatechange: () => void = () => undefined;
  heard: number[] = [];

  constructor() {
    Loudspeaker.made.push(this);
  }

  resume(): Promise<void> {
    this.state = "running";
    this.onstatechange();
    return Promise.resolve();
  }

  createOscillator(): object {
    const frequency = { setValueAtTime: (hertz: number) => this.heard.push(hertz), exponentialRampToValueAtTime() {} };
    return { frequency, connect() {}, start() {}, stop() {} };
  }

  createGain(): object {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect() {} };
  }
}

test("a screen without sound is no trouble", async () => {
  const { switchOn, play } = await import("./sound");
  vi.stubGlobal("AudioContext", undefined);
  switchOn(() => expect.unreachable());
  expect(() => play(cue("win"))).not.toThrow();
});

test("a blocked loudspeaker asks for a key, takes any, and is silent at volume 0", async () => {
  Loudspeaker.made = [];
  vi.stubGlobal("AudioContext", Loudspeaker);
  const { switchOn, setVolume, play } = await import("./sound");
  const told: boolean[] = [];
  switchOn((blocked) => told.push(blocked));
  await import("./notes");
  const { heard } = Loudspeaker.made[0] as Loudspeaker;
  play(cue("bystander"));
  expect(heard).toEqual([]);
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  expect(told).toEqual([true, false]);
  play(cue("bystander"));
  expect(heard).toEqual([196]);
  setVolume(0);
  play(cue("bystander"));
  expect(heard).toEqual([196]);
});

test("the pitch climbs with each hit of a turn, and each person has a note", () => {
  const pitches = (sound: "own" | "join", n: number): number[] => {
    const context = new Loudspeaker();
    sing(context as unknown as AudioContext, cue(sound, n), 1);
    return context.heard;
  };
  const first = [0, 1, 2].map((n) => pitches("own", n)[0] ?? 0);
  expect(first).toEqual(first.slice().sort((a, b) => a - b));
  expect(new Set(first).size).toBe(3);
  expect(pitches("join", 0)).not.toEqual(pitches("join", 1));
});
