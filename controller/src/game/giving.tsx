/** Right under the board, and over the keyboard: the key's cover, and the clue that is being given. */
import type { JSX } from "preact";
import { ClueForm, Correction } from "../clue/clue-form";
import { SilentQuestion, waitsForRival } from "../clue/silent-question";
import type { State } from "../state";
import { useUi } from "../ui";
import { can, over, question, view } from "../view";
import { KeyCover } from "./key-cover";

export function Giving(): JSX.Element | null {
  const { state } = useUi();
  const game = view(state)?.game ?? null;
  if (game === null || over(game) || view(state)?.kind !== "key") return null;
  // Under a chosen card stands what can be done with it.
  const free = !game.paused && state.selected === null && state.tapping === "touch";
  return (
    <section class="giving">
      <KeyCover />
      {free && <SilentQuestion />}
      {free && gives(state) && <ClueForm game={game} />}
      {free && can(state, "correct_clue") && <Correction game={game} />}
    </section>
  );
}

/** Whether this phone is to think of a clue now. */
export function gives(state: State): boolean {
  return can(state, "give_clue") && !waitsForRival(question(state));
}
