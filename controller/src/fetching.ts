/** Fetches what is needed inside of a room, while the first page is looked at already. */
import { useEffect, useState } from "preact/hooks";

import { startAgainLater } from "../../common/connection/again";

export type Inside = typeof import("./inside");

let fetching: Promise<Inside> | null = null;

/** At once; asked again, it is the same piece. */
export function fetchInside(): Promise<Inside> {
  fetching ??= import("./inside");
  return fetching;
}

/** Null until it is there. Tests have it in hand. */
export function useInside(given: Inside | undefined): Inside | null {
  const [inside, setInside] = useState<Inside | null>(given ?? null);
  useEffect(() => {
    if (inside === null) fetchInside().then(setInside, startAgainLater);
  }, [inside]);
  return inside;
}
