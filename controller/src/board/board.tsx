/** The codenames: 25 words, or 20 pictures. A tap chooses; what happens with the choice is the dock's business. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { onCard } from "../duet/duet";
import type { Tapping } from "../game/tapping";
import { COLUMNS } from "../pictures/pictures";
import { predicted } from "../predictions/predictions";
import { useUi } from "../ui";
import { openKey, over, view } from "../view";
import { Card } from "./card";
import { nextCard } from "./cursor";
import { remeasure } from "./fit";
import type { Space } from "./fit";

export function Board({ tapping }: { tapping: Tapping | null }): JSX.Element | null {
  const { state, words } = useUi();
  const grid = useRef<HTMLDivElement>(null);
  const space = useCardSpace(grid);
  const [stop, setStop] = useState(0);
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const { codenames, revealed } = seen.game;
  const shown = openKey(state);
  const ended = over(seen.game);
  const predictedHere = predicted(state);
  return (
    <div
      class={`board${seen.game.settings.board === "pictures" ? " board-pictures" : ""}${shown === null ? "" : " board-key"}${seen.game.paused ? " board-paused" : ""}`}
      role="group"
      aria-label={words.say("board")}
      ref={grid}
      onKeyDown={moveFocus}
      onFocusIn={(event) => setStop(Math.max(0, cardsOf(event.currentTarget).indexOf(event.target as HTMLButtonElement)))}
    >
      {codenames.map((codename, position) => (
        <Card
          key={position}
          position={position}
          codename={codename}
          space={space}
          revealed={revealed[position] ?? null}
          identity={shown?.[position] ?? null}
          duet={onCard(state, seen, position)}
          marks={seen.marks.filter((mark) => mark.position === position)}
          lobby={seen.lobby}
          beat={state.beat !== null && state.beat.position === position ? state.beat.kind : null}
          selected={state.selected === position}
          predicted={predictedHere === position}
          noted={state.notes.indexOf(position) >= 0}
          meant={shown !== null && !ended && state.draft.meant.indexOf(position) >= 0}
          stop={stop === position}
          pending={isPending(position, state.waiting)}
          tap={tapping === null || tapping.on?.indexOf(position) === -1 ? null : tapping.tap}
        />
      ))}
    </div>
  );
}

function isPending(position: number, waiting: readonly { name: string; fields: object }[]): boolean {
  return waiting.some(({ name, fields }) => {
    const reveals = name === "touch_card" || name === "cover_card";
    return reveals && (fields as { position?: number }).position === position;
  });
}

/** The board is one stop of the Tab key: inside, arrows, Home and End go from card to card. */
function moveFocus(event: KeyboardEvent): void {
  // A key that is held down chooses a card once.
  if (event.repeat && event.key === "Enter") event.preventDefault();
  const board = event.currentTarget as HTMLElement;
  const cards = cardsOf(board);
  const grid = { all: cards.length, columns: columns(), rtl: getComputedStyle(board).direction === "rtl" };
  const here = cards.indexOf(document.activeElement as HTMLButtonElement);
  const next = here < 0 ? null : nextCard(event.key, event.ctrlKey, here, grid);
  if (next === null) return;
  event.preventDefault();
  cards[next]?.focus();
}

/** How many board.css shows beside each other. */
function columns(): number {
  return document.documentElement.dataset["layout"] === "narrow" ? 3 : COLUMNS;
}

function cardsOf(board: HTMLElement): HTMLButtonElement[] {
  return Array.from(board.querySelectorAll("button"));
}

/** The inside of a card, and the font it is set in; again when either changes. */
export function useCardSpace(grid: { current: HTMLDivElement | null }): Space {
  const [space, setSpace] = useState<Space>({ width: 60, height: 48, font: "sans-serif" });
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const look = (): void => {
      const card = element.querySelector(".card");
      if (card === null) return;
      const { clientWidth: width, clientHeight: height } = card;
      setSpace({ width, height, font: getComputedStyle(card).fontFamily });
    };
    look();
    void document.fonts?.ready.then(() => {
      remeasure();
      look();
    });
    if (typeof ResizeObserver === "undefined") return undefined;
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [grid]);
  return space;
}
