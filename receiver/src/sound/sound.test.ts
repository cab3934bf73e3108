import { afterEach, describe, expect, test, vi } from "vitest";

import { cue } from "../../../common/moments/cues";
import { gameView, lobbyView, message } from "../../testing/views";
import type { LobbyView, Message } from "../../../common/wire";
import { sing } from "./notes";
import { Synth } from "./synth";

const lobby = (change: Partial<LobbyView>): Message["view"] => message(null, [], lobbyView(change)).view;

afterEach(() => {
  vi.useRealTimers();
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
  const { switchOn, follow, play } = await import("./sound");
  vi.stubGlobal("AudioContext", undefined);
  switchOn(() => expect.unreachable());
  expect(() => [follow(lobby({ volume: 3 })), play(cue("win"))]).not.toThrow();
});

test.each(["AudioContext", "webkitAudioContext"])("a blocked %s asks for a key, takes any, and is silent at volume 0", async (name) => {
  Loudspeaker.made = [];
  vi.stubGlobal("AudioContext", undefined);
  vi.stubGlobal(name, Loudspeaker);
  const { switchOn, follow, play } = await import("./sound");
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
  follow(lobby({ volume: 0 }));
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

describe("music in the lobby", () => {
  /** Each note's time, as the loop is written down while `seconds` pass. */
  async function heard(change: Partial<LobbyView>, later: Message["view"] | null = lobby(change), width = 1280): Promise<number[][]> {
    Loudspeaker.made = [];
    vi.useFakeTimers();
    vi.stubGlobal("AudioContext", Loudspeaker);
    vi.stubGlobal("screen", { width, height: 800 });
    const { switchOn, follow } = await import("./sound");
    switchOn(() => undefined);
    const [context] = Loudspeaker.made as [Loudspeaker];
    await context.resume();
    const notes = (seconds: number): number[] => {
      const before = context.ends.length;
      for (let ms = 0; ms < seconds * 1000; ms += 100) {
        context.currentTime += 0.1;
        vi.advanceTimersByTime(100);
      }
      return context.ends.slice(before);
    };
    follow(lobby(change));
    const first = notes(30);
    follow(later);
    return [first, notes(30)];
  }

  test("goes round until there is a game, or no room", async () => {
    for (const later of [message(gameView()).view, null]) {
      vi.resetModules();
      const [first, then] = await heard({}, later);
      expect(first?.length).toBeGreaterThan(200);
      expect(then).toEqual([]);
    }
  });

  test("is silent if the host wants that, without sound, and on phones until the host wants it there", async () => {
    for (const change of [{ music: false }, { volume: 0 }]) {
      vi.resetModules();
      expect(await heard(change)).toEqual([[], []]);
    }
    vi.resetModules();
    expect(await heard({}, undefined, 390)).toEqual([[], []]);
    vi.resetModules();
    const [chosen] = await heard({ music: true }, undefined, 390);
    expect(chosen?.length).toBeGreaterThan(200);
  });

  test("fades when nothing has happened for long, and comes back with news", async () => {
    await heard({});
    const [context] = Loudspeaker.made as [Loudspeaker];
    context.currentTime += 600;
    vi.advanceTimersByTime(1000);
    const { length } = context.ends;
    context.currentTime += 10;
    vi.advanceTimersByTime(1000);
    expect(context.ends.length).toBe(length);
    (await import("./sound")).follow(lobby({}));
    expect(context.ends.length).toBeGreaterThan(length);
  });
});

function played(sound: "own" | "join" | "rise", n: number): Loudspeaker {
  const context = new Loudspeaker();
  sing(new Synth(context as never), cue(sound, n));
  return context;
}
