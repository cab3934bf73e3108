import type { ComponentChildren, JSX } from "preact";
import { Shape } from "../../../common/look/shapes";
import { EVERY_IDENTITY } from "../../../common/wire";

/** The name over the pages outside of a game. */
export function Wordmark({ children }: { children?: ComponentChildren }): JSX.Element {
  return (
    <header class="wordmark">
      <h1>Undercast</h1>
      <p class="wordmark-shapes" aria-hidden="true">
        {EVERY_IDENTITY.map((identity) => (
          <Shape key={identity} identity={identity} />
        ))}
      </p>
      {children}
    </header>
  );
}
