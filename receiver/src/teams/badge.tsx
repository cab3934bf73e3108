/** Marks what belongs to one side of a duet: a tag with its letter. */
import type { JSX } from "preact";

import type { Side } from "../../../common/wire";
import { say } from "../words";

export function Badge({ side }: { side: Side }): JSX.Element {
  return <b class="badge">{say(`letter.${side}`)}</b>;
}
