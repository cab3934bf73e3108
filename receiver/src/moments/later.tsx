/** What lies over the table for a moment comes after the table; what never comes is not missed: the end state stands anyway. */
import type { JSX } from "preact";

import type { Props } from "./spectacle";

let loaded: typeof import("./spectacle") | null = null;
let asked = false;

/** Once the page has something to show. */
export function fetchSpectacle(): void {
  if (asked) return;
  asked = true;
  void import("./spectacle").then((spectacle) => (loaded = spectacle), () => undefined);
}

export function Spectacle(props: Props): JSX.Element | null {
  return loaded === null ? null : <loaded.Spectacle {...props} />;
}
