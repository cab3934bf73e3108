/** Whoever wished so once is counted by name in every room that this phone enters. */
import { useEffect, useRef } from "preact/hooks";
import { keptCounted } from "../memory";
import type { Phone } from "../phone";
import type { State } from "../state";
import { me } from "../view";

export function useCounted(state: State, phone: Phone): void {
  /** Said once in each room: whoever says no there is not asked again. */
  const said = useRef<string | null>(null);
  const mine = me(state);
  const wanted = state.counts && mine !== null && !mine.player.counted && said.current !== state.room;
  useEffect(() => {
    if (!wanted || !keptCounted()) return;
    said.current = state.room;
    void phone.send("count_me", { on: true });
  }, [wanted, phone, state.room]);
}
