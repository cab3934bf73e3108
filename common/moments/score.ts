/**
 * What is played between two snapshots: an ordered list of beats, made of what happened.
 *
 * Before a card's face nothing may tell what it is. So the beats before it are made of the former view and of the
 * card's position alone, and all that they show is the former view. How long the card is held, and the sound's rise with
 * it, depends on the former view's counters: the same for every key.
 */
import type { Duet, GameView, Happening, Message, Team } from "../wire";
import { asides, cue, endCue, turnCue, verdict } from "./cues";
import type { Cue, Reveal } from "./cues";
import type { Times } from "./times";

/** How much of the newer snapshot is on the screen. */
export type Shows =
  | "former"
  /** Of the newer one only the face of the revealed card. */
  | "face"
  /** The counters, too. */
  | "count"
  | "all";

export interface Beat {
  readonly kind:
    | "lift" | "hold" | "turn" | "face" | "verdict" | "count" | "rest"
    | "fall" | "dark" | "gather" | "finale"
    | "clue" | "deal" | "back" | "sweep" | "key-away" | "key";
  readonly shows: Shows;
  /** Milliseconds until the next one. */
  readonly ms: number;
  /** The card that it is about. */
  readonly position: number | null;
  /** What is heard as it begins. */
  readonly cues: readonly Cue[];
}

/**
 * The beats from `former`, which is shown, to `next`. Without anything that moves it is one beat of no length: the
 * end state at once.
 */
export function scoreOf(former: Message, next: Message, times: Times): Beat[] {
  const position = cardOf(next.happened);
  const beat = (kind: Beat["kind"], shows: Shows, ms: number, ...cues: (Cue | null)[]): Beat => ({
    kind, shows, ms, position, cues: cues.filter((it): it is Cue => it !== null),
  });
  const opening = revealing(former, next, times, beat);
  const after = following(next, times, beat);
  const cues = [...asides(former, next), ...lastAgent(former, next)];
  const [first, ...others] = after;
  if (opening.length > 0) return [...opening, beat("rest", "all", times.rest, ...cues), ...after];
  if (first !== undefined) return [{ ...first, cues: [...cues, ...first.cues] }, ...others];
  return [beat("rest", "all", 0, ...cues)];
}

type Make = (kind: Beat["kind"], shows: Shows, ms: number, ...cues: (Cue | null)[]) => Beat;

/** Until a revealed card lies there and its counter has moved; nothing if none was revealed. */
function revealing(former: Message, { happened, view }: Message, times: Times, beat: Make): Beat[] {
  const before = former.view.game;
  const reveal = revealIn(happened);
  if (before === null || view.game === null || reveal === undefined) return [];
  const half = times.turn / 2;
  const hold = isTense(before) ? times["hold-long"] : times.hold;
  const beats = [
    beat("lift", "former", times.lift, cue("rise", times.lift + hold)),
    beat("hold", "former", hold),
    beat("turn", "former", half, cue("flip")),
    beat("face", "face", half),
  ];
  if (view.game.result?.ending === "assassin") {
    return [...beats, beat("fall", "face", times.fall), beat("dark", "face", times.dark, cue("assassin"))];
  }
  beats.push(beat("verdict", "face", times.verdict, verdict(reveal, before)));
  if (!sameLeft(before, view.game)) beats.push(beat("count", "count", times.count));
  return beats;
}

/** Once everything is shown: how the game goes on, or ends. */
function following({ happened, view }: Message, times: Times, beat: Make): Beat[] {
  const { game } = view;
  if (game === null) return [];
  const is = (kind: Happening["kind"]): boolean => happened.some((event) => event.kind === kind);
  if (is("game_dealt")) return [beat("deal", "all", times.deal)];
  const { result } = game;
  if (result !== null) {
    // All cards that are still hidden turn.
    if (is("debriefed")) return [beat("key-away", "former", times.key, cue("deal")), beat("key", "all", times.key)];
    if (!is("game_ended") || result.ending === "abandoned") return [];
    const finale = beat("finale", "all", times.finale, endCue(result, game));
    const gathers = result.ending === "all_agents";
    return gathers ? [beat("gather", "all", times.gather), finale] : [finale];
  }
  if (is("touch_undone")) return [beat("back", "all", times.back)];
  if (is("turn_ended")) return [beat("sweep", "all", times.sweep, turnCue(teamOf(game), game))];
  if (is("clue_given")) return [beat("clue", "all", times.clue)];
  return [];
}

/** A counter came down to one. */
function lastAgent(former: Message, { view: { game } }: Message): Cue[] {
  const before = former.view.game;
  if (before === null || game === null || game.result !== null || sameLeft(before, game)) return [];
  return TEAMS.some((team) => game.left[team] === 1 && before.left[team] === 2) ? [cue("last")] : [];
}

/** Whether much hangs on the next card, as everybody at the table can see. */
export function isTense({ left, guesses_left: guesses, duet, phase }: GameView): boolean {
  const counters = [...TEAMS.map((team) => left[team]), guesses, duet === null ? null : duet.tokens];
  return phase === "sudden_death" || counters.indexOf(1) >= 0;
}

const TEAMS: readonly Team[] = ["red", "blue", "green"];

function sameLeft(a: GameView, b: GameView): boolean {
  return TEAMS.every((team) => a.left[team] === b.left[team]);
}

function revealIn(happened: readonly Happening[]): Reveal | undefined {
  return happened.find((it): it is Reveal => it.kind === "card_touched" || it.kind === "card_covered");
}

function cardOf(happened: readonly Happening[]): number | null {
  const undone = happened.find((it) => it.kind === "touch_undone") as { position: number } | undefined;
  return (revealIn(happened) ?? undone)?.position ?? null;
}

function teamOf({ turns, starting_team: first }: GameView): Team {
  return turns[turns.length - 1]?.team ?? first;
}

/** What is drawn between two snapshots. */
export function mixed(former: Message, next: Message, { shows, position }: Beat): Message {
  const [before, after] = [former.view.game, next.view.game];
  if (shows === "all") return next;
  if (shows === "former" || before === null || after === null) return former;
  const revealed = before.revealed.map((it, at) => (at === position ? (after.revealed[at] ?? null) : it));
  const left = shows === "count" ? after.left : before.left;
  const game = { ...before, revealed, left, duet: withBystander(before.duet, after.duet) };
  return { ...former, view: { ...former.view, game } as Message["view"] };
}

/** To whom the card is a known bystander is its face; what it costs is not. */
function withBystander(before: Duet | null, after: Duet | null): Duet | null {
  return before === null || after === null ? before : { ...before, bystanders: after.bystanders };
}
