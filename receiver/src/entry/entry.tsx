/** Where the code is typed, loaded apart: a screen that was sent to a room never needs it. */
import { Component } from "preact";
import type { JSX } from "preact";

import type { Props } from "./code-entry";

/** Until it is tried again to fetch it (ms): without it the screen would stay dark. */
const AGAIN = 3000;

let loaded: typeof import("./code-entry") | null = null;

/** Rejects when it cannot be fetched. */
export async function fetchEntry(): Promise<void> {
  loaded = await import("./code-entry");
}

export class Entry extends Component<Props> {
  private gone = false;

  override componentDidMount(): void {
    if (loaded === null) this.fetch();
  }

  override componentWillUnmount(): void {
    this.gone = true;
  }

  private fetch(): void {
    fetchEntry().then(
      () => this.setState({}),
      () => setTimeout(() => this.gone || this.fetch(), AGAIN),
    );
  }

  override render(props: Props): JSX.Element | null {
    return loaded === null ? null : <loaded.CodeEntry {...props} />;
  }
}
