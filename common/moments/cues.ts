/** What is to be heard, or felt, of what happened. */
import type { GameView, Happening, Identity, Message, Team } from "../wire";

export type Sound =
  | "join" | "seated" | "deal" | "clue"
  | "rise" | "flip"
  | "own" | "rival" | "bystander" | "assassin" | "undo"
  | "turn_red" | "turn_blue" | "token" | "sudden" | "last"
  | "win" | "lose"
  | "dispute" | "struck" | "stands" | "sand" | "tick" | "time";

export interface Cue {
  sound: Sound;
  /** Which one of several: the how many-eth person, the how many-eth hit of a turn; from 0. How long a rise is (ms). */
  n: number;
}

export function cue(sound: Sound, n = 0): Cue {
  return { sound, n };
}

type Of<Kind extends Happening["kind"]> = Extract<Happening, { kind: Kind }>;
export type Reveal = Of<"card_touched"> | Of<"card_covered">;

/** What a card turns out to be; the assassin is silent at first. */
export function verdict(reveal: Reveal, { turns, settings }: GameView): Cue | null {
  if (reveal.kind === "card_covered") return cue(settings.mode === "coop" ? "rival" : "own");
  const { identity, team } = reveal;
  if (identity === "assassin") return null;
  if (identity === "bystander") return cue("bystander");
  return identity === team ? cue("own", hits(turns[turns.length - 1], identity)) : cue("rival");
}

/** Own agents that were found in this turn so far. */
function hits(turn: GameView["turns"][number] | undefined, own: Identity): number {
  const touches = turn?.touches ?? [];
  return touches.filter(({ identity, undone }) => identity === own && !undone).length;
}

const SOUND_OF: Partial<Record<Happening["kind"], Sound>> = {
  clue_given: "clue",
  clue_challenged: "dispute",
  challenge_withdrawn: "stands",
  clue_struck: "struck",
  sand_turned: "sand",
  touch_undone: "undo",
  game_dealt: "deal",
};

/** What else is heard of a message, beside its card, its turn and its end. */
export function asides(former: Message, { happened, view }: Message): Cue[] {
  const cues: Cue[] = [];
  for (const event of happened) {
    const sound = SOUND_OF[event.kind];
    if (sound !== undefined) cues.push(cue(sound));
    if (event.kind === "player_joined") cues.push(cue("join", view.lobby.players.length - 1));
  }
  const { lobby, game } = view;
  const ready = game === null && lobby.no_deal === null;
  if (ready && former.view.lobby.no_deal !== null) cues.push(cue("seated"));
  return cues;
}

/** The turn of these comes now. */
export function turnCue(team: Team, game: GameView): Cue {
  if (team !== "green") return cue(team === "red" ? "turn_red" : "turn_blue");
  return cue(game.phase === "sudden_death" ? "sudden" : "token");
}

/** The end, after all cards lie still; the assassin has had its own. */
export function endCue({ winner, ending }: NonNullable<GameView["result"]>, game: GameView): Cue | null {
  if (ending === "assassin") return null;
  if (ending !== "all_agents") return cue("lose");
  return cue(game.settings.mode === "coop" && winner === "blue" ? "lose" : "win");
}
