/** Keeps the phone awake while a game is on and something happens in it. */
import { useEffect } from "preact/hooks";

import type { State } from "../state";
import { view } from "../view";
import type { PhoneAwake } from "./phone-awake";

/** A game in which nothing happens for so long (ms) was forgotten. */
export const FORGOTTEN = 20 * 60_000;

let loading: Promise<PhoneAwake> | null = null;

/** The one of this page. */
function awake(): Promise<PhoneAwake> {
  loading ??= import("./phone-awake").then((piece) => new piece.PhoneAwake());
  return loading;
}

const turn = (on: boolean): void =>
  void awake().then(
    (it) => it.set(on),
    () => (loading = null), // fetched again with the next news
  );

export function useAwake(state: State): void {
  const game = view(state)?.game ?? null;
  const on = game !== null && game.result === null;
  useEffect(() => {
    if (!on) {
      if (loading !== null) turn(false);
      return;
    }
    turn(true);
    const timer = setTimeout(() => turn(false), FORGOTTEN);
    return () => clearTimeout(timer);
  }, [on, state.message]);
}
