/** What slides over the screen: the room and its people, the address, the rules, the TV. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { BookSheet } from "../book/sheet";
import { CoachSheet, IdeasSheet } from "../coach/sheet";
import { NextGameSheet } from "../evening/next-game";
import { HowTo } from "../howto/sheet";
import { People } from "../people/people";
import { Refusal } from "../refusals/refusal";
import { RulesSheet } from "../rules/rules-sheet";
import { Share } from "../share/share";
import { StampSheet } from "../stamps/sheet";
import type { Sheet } from "../state";
import { TvSheet } from "../tv/tv-sheet";
import { useUi } from "../ui";
import type { TextKey } from "../ui";
import { view } from "../view";

const TITLES: Record<Sheet, TextKey> = {
  room: "sheet.room",
  share: "sheet.share",
  rules: "rules.open",
  next: "next",
  tv: "sheet.tv",
  howto: "howto",
  book: "book",
  coach: "sheet.coach",
  ideas: "sheet.ideas",
  stamp: "sheet.stamp",
};

export function SheetOnTop(): JSX.Element | null {
  const { state, dispatch } = useUi();
  useFocusBack(state.sheet !== null);
  // All but the rule book are about a room.
  if (state.sheet === null || (state.sheet !== "howto" && view(state) === null)) return null;
  const close = (): void => dispatch({ type: "sheet", sheet: null });
  return (
    <Frame key={state.sheet} title={TITLES[state.sheet]} close={close}>
      {state.sheet === "room" && <People />}
      {state.sheet === "share" && <Share />}
      {state.sheet === "rules" && <RulesSheet />}
      {state.sheet === "next" && <NextGameSheet />}
      {state.sheet === "tv" && <TvSheet />}
      {state.sheet === "howto" && <HowTo />}
      {state.sheet === "book" && <BookSheet />}
      {state.sheet === "coach" && <CoachSheet />}
      {state.sheet === "ideas" && <IdeasSheet />}
      {state.sheet === "stamp" && <StampSheet />}
    </Frame>
  );
}

function Frame(props: { title: TextKey; close(): void; children: ComponentChildren }): JSX.Element {
  const { words } = useUi();
  const frame = useRef<HTMLDivElement>(null);
  useFocusInside(frame);
  useKeys(frame, props.close);
  return (
    <div class="veil" onClick={(event) => event.target === event.currentTarget && props.close()}>
      <div
        class="sheet"
        role="dialog"
        aria-modal="true"
        aria-labelledby="sheet-title"
        ref={frame}
      >
        <header class="sheet-top">
          <h2 id="sheet-title" tabIndex={-1}>
            {words.say(props.title)}
          </h2>
          <button type="button" class="quiet" data-testid="sheet-close" onClick={props.close}>
            {words.say("done")}
          </button>
        </header>
        <div class="sheet-body">
          <Refusal />
          {props.children}
        </div>
      </div>
    </div>
  );
}

function useFocusInside(frame: { current: HTMLDivElement | null }): void {
  // At once: a page that has become inert loses its focus with the next frame.
  useLayoutEffect(() => {
    frame.current?.querySelector<HTMLElement>("#sheet-title")?.focus();
  }, [frame]);
}

/** The focus goes back to where it was before the first sheet; where that has gone, to the page's title. */
function useFocusBack(open: boolean): void {
  const before = useRef<Element | null>(null);
  // Read while drawing: the sheet takes the focus as soon as it is there.
  if (open && before.current === null) before.current = document.activeElement;
  useLayoutEffect(() => {
    if (open || before.current === null) return;
    const back = before.current;
    before.current = null;
    if (back instanceof HTMLElement && back !== document.body && back.isConnected) back.focus();
    else focusTitle();
  }, [open]);
}

function focusTitle(): void {
  const title = document.querySelector<HTMLElement>(".page h1");
  if (title === null) return;
  title.tabIndex = -1;
  title.focus();
}

/** Escape closes, also when the pressed button has gone and took the focus with it. */
function useKeys(frame: { current: HTMLDivElement | null }, close: () => void): void {
  // Before it is seen: whoever is quick presses the key while the sheet before it is just gone.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === "Escape") close();
      if (event.key === "Tab") stayInside(event, frame.current);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  });
}

/** For browsers that do not know `inert`. */
function stayInside(event: KeyboardEvent, frame: HTMLElement | null): void {
  const all = frame?.querySelectorAll<HTMLElement>("button, input, select, textarea, a[href], summary");
  const reachable = Array.from(all ?? []).filter((it) => !it.hasAttribute("disabled"));
  const first = reachable[0];
  const last = reachable[reachable.length - 1];
  const leaving = event.shiftKey ? first : last;
  const outside = frame?.contains(document.activeElement) !== true;
  if (first === undefined || last === undefined) return;
  if (document.activeElement !== leaving && !outside) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}
