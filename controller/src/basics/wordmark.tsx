import type { ComponentChildren, JSX } from "preact";
import { Stencil } from "../../../common/look/drawings";

/** The name over the pages outside of a game. */
export function Wordmark({ children }: { children?: ComponentChildren }): JSX.Element {
  return (
    <header class="wordmark">
      <h1>
        <Stencil />
      </h1>
      {children}
    </header>
  );
}
