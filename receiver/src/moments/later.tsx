/** What lies over the table for a moment comes after the table; what never comes is not missed: the end state stands anyway. */
import type { JSX } from "preact";

import type { Props } from "./spectacle";

let loaded: typeof import("./spectacle") | null = null;
let coming: Promise<void> | null = null;

/** Once the page has something to show; done when it is here, or cannot be fetched. */
export function fetchSpectacle(): Promise<void> {
  coming ??= import("./spectacle").then((spectacle) => void (loaded = spectacle), () => undefined);
  return coming;
}

export function Spectacle(props: Props): JSX.Element | null {
  return loaded === null ? null : <loaded.Spectacle {...props} />;
}
