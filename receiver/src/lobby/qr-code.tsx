/** The code to scan. One that did not come is asked for again: the server may just be starting. */
import { Component } from "preact";
import type { JSX } from "preact";

import { say } from "../words";

/** Until it is asked for again (ms): twice as long each time, up to the longest. */
export const FIRST_PAUSE = 1000;
export const LONGEST_PAUSE = 60_000;

interface Props {
  code: string;
}

interface State {
  /** How often it did not come. */
  failed: number;
  broken: boolean;
}

export class QrCode extends Component<Props, State> {
  override state: State = { failed: 0, broken: false };
  private timer: ReturnType<typeof setTimeout> | undefined;

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
  }

  private readonly fail = (): void => {
    const pause = Math.min(FIRST_PAUSE * 2 ** this.state.failed, LONGEST_PAUSE);
    this.setState({ broken: true });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState(({ failed }) => ({ failed: failed + 1 })), pause);
  };

  override render({ code }: Props, { failed, broken }: State): JSX.Element {
    const address = `/qr/${encodeURIComponent(code)}.svg`;
    return (
      <img
        class={broken ? "broken" : ""}
        src={failed === 0 ? address : `${address}?${failed}`}
        alt={say("lobby.qr")}
        onError={this.fail}
        onLoad={() => this.setState({ broken: false })}
      />
    );
  }
}
