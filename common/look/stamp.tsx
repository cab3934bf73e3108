/** A person's stamp: an emoji in a frame, in the ink of the text around it. Decoration: a name says who it is. */
import type { JSX } from "preact";

import "./stamp.css";

export function Stamp({ of }: { of: string }): JSX.Element {
  return <i class="stamp" data-stamp={of} aria-hidden="true" />;
}
