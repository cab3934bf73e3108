/**
 * What lies over the table for a moment, and what is said of it, comes after the table; what never comes is not
 * missed: the end state stands anyway.
 */
import type { JSX } from "preact";

import type { Words } from "../../../common/language/words";
import type { Message } from "../../../common/wire";
import type { Announcement } from "../announcements/announcer";
import type { TextKey } from "../words";
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

export function announcements(message: Message, words: Words<TextKey>): Announcement[] {
  return loaded === null ? [] : loaded.announcements(message, words);
}
