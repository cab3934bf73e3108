/** The 25 codenames. A tap chooses; what happens with the choice is the dock's business. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fittingSize, remeasure } from "../fit";
import { openKey, view } from "../me";
import { useUi } from "../ui";
import { Card } from "./card";

const COLUMNS = 5;
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: COLUMNS,
  ArrowUp: -COLUMNS,
};

export function Board({ tap }: { tap: ((position: number) => void) | null }): JSX.Element | null {
  const { state, words } = useUi();
  const grid = useRef<HTMLDivElement>(null);
  const { width, font } = useCardWidth(grid);
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const { codenames, revealed } = seen.game;
  const shown = openKey(state);
  return (
    <div
      class={`board${shown === null ? "" : " board-key"}${seen.game.paused ? " board-paused" : ""}`}
      role="group"
      aria-label={words.say("board")}
      ref={grid}
      onKeyDown={moveFocus}
    >
      {codenames.map((codename, position) => (
        <Card
          key={position}
          position={position}
          codename={codename}
          size={fittingSize(codename, font, width - 8, width * 0.29)}
          revealed={revealed[position] ?? null}
          identity={shown?.[position] ?? null}
          marks={seen.marks.filter((mark) => mark.position === position)}
          lobby={seen.lobby}
          selected={state.selected === position}
          pending={isPending(position, state.waiting)}
          tap={tap}
        />
      ))}
    </div>
  );
}

function isPending(position: number, waiting: readonly { name: string; fields: object }[]): boolean {
  return waiting.some(({ name, fields }) => {
    return name === "touch_card" && (fields as { position?: number }).position === position;
  });
}

/** Arrow keys go from card to card. */
function moveFocus(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const cards = Array.from((event.currentTarget as HTMLElement).querySelectorAll("button"));
  const here = cards.indexOf(document.activeElement as HTMLButtonElement);
  const next = cards[here + step];
  if (here < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The width of a card in pixels, and the font it is set in; again when either changes. */
function useCardWidth(grid: { current: HTMLDivElement | null }): { width: number; font: string } {
  const [measure, setMeasure] = useState({ width: 60, font: "sans-serif", round: 0 });
  useEffect(() => {
    const element = grid.current;
    if (element === null) return undefined;
    const look = (): void => {
      const card = element.querySelector(".card");
      if (card === null) return;
      const width = card.clientWidth;
      const font = getComputedStyle(card).fontFamily;
      setMeasure((was) => (was.width === width && was.font === font ? was : { ...was, width, font }));
    };
    look();
    void document.fonts?.ready.then(() => {
      remeasure();
      setMeasure((was) => ({ ...was, round: was.round + 1 }));
    });
    if (typeof ResizeObserver === "undefined") return undefined;
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [grid]);
  return measure;
}
