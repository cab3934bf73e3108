/** What a room is shown with, in a piece of its own: the first page does without. */
import type { JSX } from "preact";
import { GameScreen } from "./game/game";
import { Lobby } from "./lobby/lobby";
import { Notices } from "./notices/notices";
import { Spoken } from "./notices/spoken";
import { SheetOnTop } from "./sheets/sheets";
import { useUi } from "./ui";
import { view } from "./view";

/** The room itself. */
export function Room(): JSX.Element {
  const { state } = useUi();
  return view(state)?.game == null ? <Lobby /> : <GameScreen />;
}

/** What lies over the page, or is only heard. */
export function Above(): JSX.Element {
  return (
    <>
      <SheetOnTop />
      <Notices />
      <Spoken />
    </>
  );
}
