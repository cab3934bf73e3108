/** Which card the keyboard goes to. */

/** A board, as wide as it is shown; `rtl`: its rows begin at the right. */
export interface Grid {
  all: number;
  columns: number;
  rtl: boolean;
}

/** From the card `here`: by arrows, Home and End in a row, with Ctrl on the board. Null: it stays. */
export function nextCard(key: string, ctrl: boolean, here: number, { all, columns, rtl }: Grid): number | null {
  const column = here % columns;
  const steps: Record<string, number> = {
    [rtl ? "ArrowLeft" : "ArrowRight"]: column < columns - 1 ? 1 : 0,
    [rtl ? "ArrowRight" : "ArrowLeft"]: column > 0 ? -1 : 0,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: ctrl ? -here : -column,
    End: ctrl ? all - 1 - here : columns - 1 - column,
  };
  const next = here + (steps[key] ?? 0);
  return next === here || next < 0 || next >= all ? null : next;
}
