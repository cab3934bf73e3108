/** Fetches what is needed inside of a room, while the first page is looked at already. */
import { useEffect, useState } from "preact/hooks";

export type Inside = typeof import("./inside");

/** How often the server is asked whether it is there again (ms). */
const EVERY = 2000;

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

/** Browsers remember a piece that failed, and the server may have another one by now: the page starts again. */
export function startAgainLater(): void {
  setTimeout(() => {
    fetch("/healthz").then(() => location.reload(), startAgainLater);
  }, EVERY);
}
