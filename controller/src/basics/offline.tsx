/** The line is gone: what happens by itself, and what waits meanwhile. */
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { refusalText } from "../refusals/refusal";
import { useUi } from "../ui";

export function Offline(): JSX.Element {
  const { state, words } = useUi();
  const gone = state.line === "offline";
  const place = useRef<HTMLDivElement>(null);
  const over = useOverBoard(place, gone);
  return (
    <div role="status" class={over ? "offline-place offline-above" : "offline-place"} ref={place}>
      {gone && (
        <p class="offline" data-testid="offline">
          {state.waiting.length > 0
            ? words.say("offline.held", { n: state.waiting.length })
            : words.say("offline")}
          {state.keptOut !== null && ` ${refusalText(words, state.keptOut)}`}
        </p>
      )}
    </div>
  );
}

/** Whether it would lie over the board: large letters make that reach down to where it stands. */
function useOverBoard(place: RefObject<HTMLElement>, gone: boolean): boolean {
  const [over, setOver] = useState(false);
  useLayoutEffect(() => {
    const said = place.current?.firstElementChild;
    const board = document.querySelector(".game .board");
    const lowest = (board?.getBoundingClientRect().bottom ?? 0) + window.pageYOffset;
    setOver(gone && said != null && lowest > said.getBoundingClientRect().top);
  }, [place, gone]);
  return over;
}
