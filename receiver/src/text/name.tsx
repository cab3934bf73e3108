/** Somebody's name in a box of its own: all of it, as long as it stays readable. */
import type { JSX } from "preact";

import { Fitted } from "./fitted";

export function NameOf({ name }: { name: string }): JSX.Element {
  return <Fitted class="name" text={name} largest={0.7} mostLines={1} cut />;
}
