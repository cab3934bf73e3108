/** What a screen reader says of a game: the card first, then what it changed. */
import type { Identity, Result } from "../../../common/wire";
import { DUET_AGENTS } from "../../../common/wire";
import { endOf } from "../game/ending-words";
import { titleOf } from "../game/title";
import { clueText } from "../clue/clue-text";
import { toldAt } from "../pictures/pictures";
import type { Ui } from "../ui";
import { currentTurn, over, view } from "../view";

/** A game as it was last spoken of. */
export interface Told {
  /** Which game of the evening. */
  game: number;
  revealed: readonly (Identity | null)[];
  /** What is left, a sentence for each counter. */
  counts: readonly string[];
  title: string;
  clue: string;
  guesses: string;
  result: Result | null;
}

/** What there is to be told of now; null while no game is on the screen. */
export function toldOf(ui: Ui): Told | null {
  const { words, state } = ui;
  const seen = view(state);
  if (seen === null || seen.game === null || state.place !== "inside") return null;
  const { game, lobby } = seen;
  const { clue } = currentTurn(game);
  const left = game.guesses_left;
  const guesses = left === null ? words.say("guesses.unlimited") : words.say("guesses.left", { n: left });
  const spoken = clue === null || over(game) ? "" : clueText(words, clue.word, clue.number);
  return {
    game: lobby.games,
    revealed: game.revealed,
    counts: countsOf(ui, game.left, game.duet?.tokens ?? null),
    title: titleOf(ui, game),
    clue: spoken,
    guesses: spoken === "" ? "" : guesses,
    result: game.result,
  };
}

function countsOf({ words }: Ui, left: Readonly<Record<string, number>>, tokens: number | null): string[] {
  if (tokens !== null) {
    const found = words.say("duet.agents", { n: DUET_AGENTS - (left["green"] ?? 0) });
    return [found, words.say("duet.tokens", { n: tokens })];
  }
  return (["red", "blue"] as const).map(
    (team) => `${words.say(`team.${team}`)}: ${words.say("agents.left", { n: left[team] ?? 0 })}`,
  );
}

/** What changed, in the order in which it is told; on coming in whose turn it is and for which clue. */
export function heard(ui: Ui, before: Told | null, now: Told): string[] {
  const fresh = before === null || before.game !== now.game;
  const was: Told = fresh ? { ...now, title: "", clue: "", guesses: "", result: null } : before;
  return [
    ...cards(ui, was, now),
    ...changed(was.counts, now.counts),
    ...(now.result !== null && was.result === null ? ending(ui) : changed([was.title], [now.title])),
    ...changed([was.clue, was.guesses], [now.clue, now.guesses]),
  ].filter((it) => it !== "");
}

function cards(ui: Ui, was: Told, now: Told): string[] {
  return now.revealed.flatMap((identity, at) =>
    identity === null || was.revealed[at] === identity
      ? []
      : [`${toldAt(ui, at)}: ${ui.words.say(`identity.${identity}`)}`],
  );
}

function changed(was: readonly string[], now: readonly string[]): string[] {
  return now.filter((it, at) => it !== was[at]);
}

function ending(ui: Ui): readonly string[] {
  const seen = view(ui.state);
  return seen === null || seen.game === null ? [] : endOf(ui, seen.game);
}
