/** For who gives a clue, where the house rules have a coach: how a stranger would see it, and ideas. */
import type { JSX } from "preact";
import { Fetched } from "../basics/fetched";
import { useUi } from "../ui";
import { busy, openKey, view } from "../view";

export type Help = "coach" | "ideas";

/** Quiet, under the clue; the key lies open, for both tell of it. */
export function AskCoach({ word }: { word: string }): JSX.Element | null {
  const { state, dispatch, words } = useUi();
  if (view(state)?.game?.settings.coach !== true || openKey(state) === null) return null;
  const button = (help: Help): JSX.Element => (
    <button
      type="button"
      class="quiet"
      data-testid={`ask-${help}`}
      disabled={busy(state, "give_clue", "ask_rival")}
      onClick={() => dispatch({ type: "sheet", sheet: help })}
    >
      {words.say(`sheet.${help}`)}
    </button>
  );
  return (
    <div class="clue-coach">
      {word !== "" && button("coach")}
      {button("ideas")}
    </div>
  );
}

export function CoachSheet(): JSX.Element {
  return <Fetched open={openCoach} fetching="coach.asking" failed="coach.failed" class="coach" />;
}

export function IdeasSheet(): JSX.Element {
  return <Fetched open={openIdeas} fetching="coach.thinking" failed="coach.failed" class="coach" />;
}

async function openCoach(): Promise<JSX.Element> {
  const { HowAStrangerSeesIt } = await import("./pages");
  return <HowAStrangerSeesIt />;
}

async function openIdeas(): Promise<JSX.Element> {
  const { Ideas } = await import("./pages");
  return <Ideas />;
}
