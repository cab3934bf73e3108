/** A photo of the household, whole, on a blurred fill of itself. Until it has come there is paper. */
import { Component } from "preact";
import type { JSX } from "preact";

import { photoUrl } from "./photos";

interface Props {
  codename: string;
  /** What it is called for those who do not see it. */
  label: string;
  /** Said in its place while it cannot be fetched; nothing where there is no room for words. */
  failed: string | null;
}

interface State {
  phase: "loading" | "there" | "failed";
  /** Counts the tries, so that the browser asks again. */
  again: number;
}

/** How long to wait before a photo that did not come is asked for again (ms). */
const TRY_AGAIN = 5000;

export class Photo extends Component<Props, State> {
  override state: State = { phase: "loading", again: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private readonly there = (): void => this.setState({ phase: "there" });

  private readonly failed = (): void => {
    this.setState({ phase: "failed" });
    this.timer = setTimeout(() => this.setState({ again: this.state.again + 1 }), TRY_AGAIN);
  };

  override render({ codename, label, failed }: Props, { phase, again }: State): JSX.Element {
    return (
      <span class={`photo photo-${phase}`}>
        {phase === "there" && <img class="photo-fill" src={photoUrl(codename)} alt="" />}
        <img key={again} src={photoUrl(codename)} alt={label} onLoad={this.there} onError={this.failed} />
        {phase === "failed" && failed !== null && <i aria-hidden="true">{failed}</i>}
      </span>
    );
  }
}
