import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { PRESETS } from "../wire";
import type { GameView, Happening, Identity, Message, Result, Team, Turn } from "../wire";
import { isTense, mixed, scoreOf } from "./score";
import type { Beat } from "./score";
import { LONGEST_WAIT, MOST_WAITING, Player } from "./player";
import type { Clock } from "./player";
import { cue } from "./cues";
import type { Cue } from "./cues";
import { LENGTHS, readTimes } from "./times";

const TOKENS = readFileSync("common/look/tokens.css", "utf-8");
const TIMES = readTimes((name) => new RegExp(`${name}: (\\d+)ms;`).exec(TOKENS)?.[1] ?? "");

function turn(changed: Partial<Turn> = {}): Turn {
  return { team: "red", clue: { word: "tree", number: 2 }, giver: "p1", touches: [], ended: null, struck: [], cover: null, side: null, agreed: false, corrected: false, ...changed };
}

function game(changed: Partial<GameView> = {}): GameView {
  return {
    settings: PRESETS.classic,
    codenames: Array.from({ length: 25 }, (_, at) => `word${at}`),
    languages: [],
    card_languages: [],
    revealed: Array.from({ length: 25 }, () => null),
    starting_team: "red",
    left: { red: 9, blue: 8, green: 0 },
    phase: "guess",
    paused: false,
    turns: [turn()],
    guesses_left: 3,
    outstanding: null,
    clock: null,
    duet: null,
    result: null,
    awards: [],
    exchanges: [],
    undo: null, thinking: [], waiting: null, may_predict: [], predictions: [],
    may: {},
    ...changed,
  };
}

let n = 0;

function message(view: GameView | null, happened: readonly Happening[] = [], lobby: object = {}): Message {
  const table = { games: 1, no_deal: null, players: [], language: "en", ...lobby };
  return { audience: "public", n: ++n, step: n, happened, view: { kind: "public", lobby: table, game: view, marks: [] } } as never;
}

const AT = 7;
const touched = (identity: Identity, team: Team = "red"): Happening => ({
  kind: "card_touched", team, position: AT, identity, by: "p1", side: team === "green" ? "side_a" : null,
});
const won = (winner: Team | null, ending: Result["ending"] = "all_agents"): Result => ({ winner, ending, score: null });

/** A game before a touch, and what each card could come to: message by message. */
interface Case {
  name: string;
  before: GameView;
  after: readonly Message[];
}

function outcome(before: GameView, identity: Identity, happened: readonly Happening[], changed: Partial<GameView> = {}): Message {
  const revealed = before.revealed.map((it, at) => (at === AT ? identity : it));
  return message({ ...before, revealed, undo: { by: "p1", until: 9, left: null, seat: null }, ...changed }, [touched(identity, before.turns[0]?.team), ...happened]);
}

function classic(name: string, changed: Partial<GameView>, mode: "classic" | "two_of_us" = "classic"): Case {
  const before = game({ settings: PRESETS[mode], ...changed });
  const { left } = before;
  const over: Happening = { kind: "turn_ended", team: "red", why: "bystander" };
  const next = { turns: [turn({ ended: "bystander" }), turn({ team: "blue", clue: null })], phase: mode === "classic" ? "clue" : "opponent", guesses_left: null } as const;
  const ends = (result: Result): [Happening[], Partial<GameView>] => [[{ kind: "game_ended", result }], { phase: "ended", result }];
  const [allRed, withRed] = ends(won("red"));
  const [dead, withDead] = ends(won("blue", "assassin"));
  return {
    name,
    before,
    after: [
      outcome(before, "red", [], { left: { ...left, red: left.red - 1 }, guesses_left: 2 }),
      outcome(before, "red", allRed, { left: { ...left, red: 0 }, ...withRed }),
      outcome(before, "bystander", [over], next),
      outcome(before, "blue", [over], { ...next, left: { ...left, blue: left.blue - 1 } }),
      outcome(before, "assassin", dead, withDead),
    ],
  };
}

function duet(name: string, changed: Partial<GameView>, tokens: number): Case {
  const before = game({ settings: PRESETS.duet, left: { red: 0, blue: 0, green: 15 }, turns: [turn({ team: "green", side: "side_b" })], duet: { tokens, bystanders: [] }, ...changed });
  const over: Happening = { kind: "turn_ended", team: "green", why: "bystander" };
  const spent = { tokens: tokens - 1, bystanders: [{ position: AT, side: "side_a" }] } as const;
  const result = won(null, "assassin");
  return {
    name,
    before,
    after: [
      outcome(before, "green", [], { left: { red: 0, blue: 0, green: 14 } }),
      { ...message({ ...before, duet: spent, phase: tokens === 1 ? "sudden_death" : "clue" }, [touched("bystander", "green"), over]) },
      outcome(before, "assassin", [{ kind: "game_ended", result }], { phase: "ended", result }),
      outcome(before, "bystander", [{ kind: "game_ended", result: won(null, "mistakes") }], { phase: "ended", result: won(null, "mistakes") }),
    ],
  };
}

const CASES: readonly Case[] = [
  classic("an ordinary touch", {}),
  classic("the last guess", { guesses_left: 1 }),
  classic("red's last agent", { left: { red: 1, blue: 3, green: 0 } }),
  classic("blue's last agent", { left: { red: 5, blue: 1, green: 0 } }),
  classic("without a limit", { guesses_left: null }),
  classic("co-op", {}, "two_of_us"),
  duet("a duet", {}, 9),
  duet("a duet's last token", {}, 1),
  duet("sudden death", { phase: "sudden_death", turns: [turn({ team: "green", clue: null })] }, 0),
];

const beforeFace = (beats: readonly Beat[]): readonly Beat[] =>
  beats.slice(0, beats.findIndex(({ shows }) => shows !== "former"));

describe.each(CASES)("$name", ({ before, after }) => {
  const former = message(before);
  const scores = after.map((next) => scoreOf(former, next, TIMES));

  test("is the same until the face, whatever the card is", () => {
    const [first, ...others] = scores.map(beforeFace);
    expect(first?.map(({ kind }) => kind)).toEqual(["lift", "hold", "turn"]);
    for (const other of others) expect(other).toEqual(first);
    for (const next of after) for (const beat of first ?? []) expect(mixed(former, next, beat)).toBe(former);
    const held = isTense(before) ? 900 : 300;
    expect(first?.map(({ cues }) => cues)).toEqual([[cue("rise", 400 + held)], [], [cue("flip")]]);
  });

  test("shows with the face nothing but the face", () => {
    after.forEach((next, i) => {
      const face = scores[i]?.find(({ kind }) => kind === "face") as Beat;
      const { game: seen } = mixed(former, next, face).view;
      expect(seen?.revealed[AT]).toBe(next.view.game?.revealed[AT]);
      expect({ ...seen, revealed: before.revealed, duet: before.duet }).toEqual(before);
    });
  });

  test("ends with everything, in good time", () => {
    after.forEach((next, i) => {
      const beats = scores[i] ?? [];
      const last = beats[beats.length - 1] as Beat;
      expect(mixed(former, next, last)).toBe(next);
      const told = beats.slice(0, beats.findIndex(({ shows }) => shows === "all"));
      expect(told.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(3200);
      expect(beats.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThan(11_000);
    });
  });
});

test("a card is held for long where a counter stands at one, and at the last guess", () => {
  const held = (changed: Partial<GameView>): number | undefined => {
    const before = game(changed);
    return scoreOf(message(before), outcome(before, "red", []), TIMES).find(({ kind }) => kind === "hold")?.ms;
  };
  expect(held({})).toBe(300);
  expect(held({ guesses_left: 1 })).toBe(900);
  expect(held({ left: { red: 4, blue: 1, green: 0 } })).toBe(900);
  expect(held({ left: { red: 0, blue: 0, green: 1 }, duet: { tokens: 5, bystanders: [] } })).toBe(900);
});

test("the verdict comes before the counter, and the counter before the turn", () => {
  const { before, after } = CASES[0] as Case;
  const [, , , rival] = after.map((next) => scoreOf(message(before), next, TIMES));
  expect(rival?.map(({ kind }) => kind)).toEqual(["lift", "hold", "turn", "face", "verdict", "count", "rest", "sweep"]);
  const heard = rival?.map(({ cues }) => cues.map(({ sound }) => sound).join()) ?? [];
  expect(heard).toEqual(["rise", "", "flip", "", "rival", "", "", "turn_blue"]);
});

test("the assassin is silent first; winners gather", () => {
  const { before, after } = CASES[0] as Case;
  const [, win, , , dead] = after.map((next) => scoreOf(message(before), next, TIMES).map(({ kind }) => kind));
  expect(dead?.slice(3)).toEqual(["face", "fall", "dark", "rest", "finale"]);
  expect(win?.slice(-3)).toEqual(["rest", "gather", "finale"]);
});

test("each hit of a turn is higher; the last agent is heard", () => {
  const touches = [3, 4].map((position) => ({ position, identity: "red", by: "p1", undone: false }) as const);
  const before = game({ turns: [turn({ touches })], left: { red: 2, blue: 4, green: 0 } });
  const next = outcome(before, "red", [], { left: { red: 1, blue: 4, green: 0 } });
  const cues = scoreOf(message(before), next, TIMES).flatMap((beat) => beat.cues);
  expect(cues.slice(2)).toEqual([cue("own", 2), cue("last")]);
});

test("what else happens moves where it should, and is shown at once where not", () => {
  const kinds = (next: Message, former: Message = message(game())): string =>
    scoreOf(former, next, TIMES).map(({ kind, ms }) => `${kind} ${ms}`).join(", ");
  expect(kinds(message(game(), [{ kind: "clue_given", team: "red", clue: { word: "tree", number: 2 } }]))).toBe("clue 600");
  expect(kinds(message(game(), [{ kind: "game_dealt" }]), message(null))).toBe("deal 1100");
  expect(kinds(message(game(), [{ kind: "touch_undone", position: 3 }]))).toBe("back 350");
  expect(kinds(message(game(), [{ kind: "turn_ended", team: "red", why: "by_choice" }]))).toBe("sweep 700");
  expect(kinds(message(game({ result: won(null, "abandoned") }), [{ kind: "game_ended", result: won(null, "abandoned") }]))).toBe("rest 0");
  expect(kinds(message(game({ result: won("red") }), [{ kind: "debriefed" }]))).toBe("key-away 700, key 700");
  expect(kinds(message(game(), [{ kind: "paused" }]))).toBe("rest 0");
  expect(kinds(message(game()))).toBe("rest 0");
});

test("everybody who comes has a note, and all seated is heard once", () => {
  const players = [{ id: "p1" }, { id: "p2" }];
  const joined: Happening = { kind: "player_joined", name: "Ben" };
  const empty = message(null, [], { no_deal: "room/no_operative" });
  const cues = scoreOf(empty, message(null, [joined], { players }), TIMES)[0]?.cues;
  expect(cues).toEqual([{ sound: "join", n: 1 }, { sound: "seated", n: 0 }]);
});

test("every length is in the style sheet; without one nothing is waited for", () => {
  for (const length of LENGTHS) expect(TIMES[length]).toBeGreaterThan(0);
  expect(readTimes(() => "").lift).toBe(0);
  // As a build writes it.
  expect(readTimes(() => ".4s").lift).toBe(400);
});

const CLOCK: Clock = {
  now: () => Date.now(),
  after: (milliseconds, then) => {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
  times: () => TIMES,
};

describe("the queue", () => {
  let shown: string[];
  let last: Message | null;
  let cues: Cue[];
  let hidden: boolean;
  let views: number;
  let player: Player;
  const { before, after } = CASES[0] as Case;
  const [hit, , miss] = after as [Message, Message, Message];

  const draw = (how: string) => (it: Message, beat: Beat | null): void => {
    shown.push(`${how} ${beat?.kind ?? "still"}`);
    last = it;
  };
  /** The same as the next one of this audience. */
  const heard = (it: Message): Message => {
    const next = { ...it, n: ++views };
    player.hear(next);
    return next;
  };

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    [shown, last, cues, hidden, views] = [[], null, [], false, 0];
    player = new Player({ show: draw("show"), tell: draw("tell"), cue: (cue) => cues.push(cue), hidden: () => hidden }, null, CLOCK);
    heard(message(before));
    shown = [];
    return () => vi.useRealTimers();
  });

  test("plays a touch to its end", () => {
    const next = heard(hit);
    expect(shown).toEqual(["show lift"]);
    vi.advanceTimersByTime(874);
    expect(last?.view).toEqual(message(before).view);
    vi.advanceTimersByTime(20_000);
    expect(shown).toEqual(["show lift", "show hold", "show turn", "show face", "show verdict", "show count", "tell rest", "show still"]);
    expect(last).toBe(next);
    expect(cues).toEqual([cue("rise", 700), cue("flip"), cue("own")]);
  });

  test("plays two touches in a row, one after the other; what is left of the first gives way", () => {
    heard(hit);
    const second = heard(miss);
    vi.advanceTimersByTime(20_000);
    const tells = shown.filter((it) => it.indexOf("tell") === 0);
    expect(tells).toEqual(["tell rest", "tell rest"]);
    expect(shown.filter((it) => it === "show lift")).toHaveLength(2);
    expect(last).toBe(second);
  });

  test("what moves nothing waits for what does, and is shown under a finale", () => {
    heard(after[4] as Message);
    heard(message((after[4] as Message).view.game));
    expect(shown).toEqual(["show lift"]);
    vi.advanceTimersByTime(4000);
    expect(shown[shown.length - 1]).toBe("show finale");
    const later = heard(message((after[4] as Message).view.game));
    expect(shown[shown.length - 1]).toBe("tell finale");
    expect(last).toBe(later);
  });

  test("a move that cannot be mixed in ends a finale", () => {
    heard(after[1] as Message);
    vi.advanceTimersByTime(4500);
    heard(message(before, [{ kind: "touch_undone", position: AT }]));
    expect(shown[shown.length - 1]).toBe("tell back");
  });

  test.each([
    ["the first message", (it: Message) => (player.clear(), heard(it))],
    ["after a gap", (it: Message) => (views++, heard(it))],
    ["again after a reconnect", (it: Message) => (heard(hit), views--, heard(it))],
    ["for another seat", (it: Message) => heard({ ...it, audience: "red_spymaster" })],
    ["unseen", (it: Message) => ((hidden = true), heard(it))],
  ])("%s it is the end state at once", (_, hear) => {
    const next = hear(miss);
    expect(last).toBe(next);
    expect(shown[shown.length - 1]).toBe("tell still");
    vi.advanceTimersByTime(20_000);
    expect(last).toBe(next);
    expect(cues.filter(({ sound }) => sound !== "rise")).toEqual([]);
  });

  test("whoever lags sees the end state at once, and what follows it: too many moves, or one that waited too long", () => {
    for (let i = 0; i <= MOST_WAITING; i++) heard(hit);
    expect(shown[shown.length - 1]).toBe("show lift");
    const newest = heard(miss);
    expect([last, ...shown.slice(-2)]).toEqual([newest, "tell still", "show sweep"]);
    heard(hit);
    heard(hit);
    vi.setSystemTime(Date.now() + LONGEST_WAIT);
    const late = heard(miss);
    vi.advanceTimersByTime(500);
    vi.advanceTimersByTime(2000);
    expect([last, ...shown.slice(-2)]).toEqual([late, "show sweep", "show still"]);
  });

  test("when the tab is left, everything is shown", () => {
    const next = heard(hit);
    player.skip();
    expect([last, shown[shown.length - 1]]).toEqual([next, "tell still"]);
    vi.advanceTimersByTime(20_000);
    expect(shown).toEqual(["show lift", "tell still"]);
  });
});
