/** Which cards a clue means: noted in secret by who gives it, for the debrief. */
import { Fragment } from "preact";
import type { JSX } from "preact";
import { Codename } from "../pictures/codename";
import { saying } from "../pictures/pictures";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { can, openKey } from "../view";

/** Under the clue: that cards can be noted, or which ones are. */
export function Meant(): JSX.Element | null {
  const ui = useUi();
  const { state, words } = ui;
  const { meant } = state.draft;
  if (openKey(state) === null || !can(state, "note_cards") || can(state, "touch_card")) return null;
  return (
    <p class="hint meant" data-testid="meant">
      {meant.length === 0 ? (
        saying(ui, "meant.hint")
      ) : (
        <>
          {words.say("meant.these")}{" "}
          {meant.map((position, at) => (
            <Fragment key={position}>
              {at > 0 && " · "}
              <strong class="meant-card">
                <Codename position={position} />
              </strong>
            </Fragment>
          ))}
        </>
      )}
    </p>
  );
}

/** Tells the server what the clue means that goes to it next. */
export function noteMeant({ state, dispatch, phone }: Ui): void {
  const { meant, noted } = state.draft;
  if (meant.length === 0 && !noted) return;
  dispatch({ type: "draft", draft: { noted: true } });
  void phone.play("note_cards", { cards: meant });
}
