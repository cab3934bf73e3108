/** A duet's turn: whose it is, what this side does now, and by whose key. */
import type { JSX } from "preact";
import { partner } from "../../../common/teams";
import type { GameView, LobbyView } from "../../../common/wire";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { can, currentTurn, view } from "../view";
import { guesses, ownLeft, ownSide, sideName } from "./duet";

/** Whose turn it is, told as one's own where it is. */
export function duetTitle(ui: Ui, game: GameView, lobby: LobbyView): string {
  const { words, state } = ui;
  const { side, clue } = currentTurn(game);
  if (game.phase === "sudden_death") return words.say("turn.sudden_death");
  if (side === null) return words.say("duet.first");
  const own = ownSide(state);
  if (clue === null) {
    return own === side ? words.say("turn.clue.own") : words.say("duet.clue", { name: sideName(ui, lobby, side) });
  }
  const guesser = partner(side);
  return own === guesser ? words.say("duet.guess.own") : words.say("duet.guess", { name: sideName(ui, lobby, guesser) });
}

// Under the board

/** What this side does now, and by whose key. */
export function DuetLines(): JSX.Element | null {
  const ui = useUi();
  const { state, words } = ui;
  const seen = view(state);
  if (seen === null || seen.game === null || seen.game.duet === null) return null;
  const n = ownLeft(state);
  return (
    <>
      {linesFor(ui, seen.game, seen.lobby).map((line) => (
        <p key={line} class="hint" data-testid="duet-line">
          {line}
        </p>
      ))}
      {n !== null && (
        <p class="aside duet-left" data-testid="own-left">
          {words.say("duet.own_left", { n })}
        </p>
      )}
    </>
  );
}

function linesFor(ui: Ui, game: GameView, lobby: LobbyView): string[] {
  const { state, words } = ui;
  if (game.phase === "sudden_death") return [words.say("duet.sudden.why")];
  const { side, clue } = currentTurn(game);
  const own = ownSide(state);
  if (own === null) return [];
  const name = sideName(ui, lobby, partner(own));
  const lines: string[] = [];
  if (side === null) lines.push(words.say("duet.first.why"));
  else if (side === own) lines.push(...(clue === null ? [] : [words.say("duet.judge", { name })]));
  else if (clue === null && !guesses(state)) lines.push(words.say("duet.next", { name }));
  else lines.push(words.say("duet.tap", { name }));
  if (guesses(state) && seenKey(state)) lines.push(words.say("duet.tap.key"));
  if (can(state, "give_clue") && game.settings.clues === "spoken") lines.push(words.say("duet.spoken", { name }));
  return lines;
}

function seenKey(state: Ui["state"]): boolean {
  return view(state)?.kind === "key" && state.keyShown;
}

/** Beside the word that is about to be revealed, when that may be the last of it. */
export function LastChance(): JSX.Element | null {
  const { state, words } = useUi();
  if (view(state)?.game?.phase !== "sudden_death") return null;
  return (
    <p class="last-chance" data-testid="last-chance" role="status">
      {words.say("duet.sudden.sure")}
    </p>
  );
}
