/** Which card the keyboard goes to. */

/** From the card `here` of `all`: by arrows, Home and End in a row, with Ctrl on the board. Null: it stays. */
export function nextCard(key: string, ctrl: boolean, here: number, all: number, columns: number): number | null {
  const column = here % columns;
  const steps: Record<string, number> = {
    ArrowRight: column < columns - 1 ? 1 : 0,
    ArrowLeft: column > 0 ? -1 : 0,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: ctrl ? -here : -column,
    End: ctrl ? all - 1 - here : columns - 1 - column,
  };
  const next = here + (steps[key] ?? 0);
  return next === here || next < 0 || next >= all ? null : next;
}
