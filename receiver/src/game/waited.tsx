/** Who could go on is offline: who goes on instead, and when. */
import { Component } from "preact";

import { SecondHand, minutes, secondsLeft } from "../../../common/clock/seconds";
import { nameIn } from "../../../common/people";
import type { LobbyView, Wait } from "../../../common/wire";
import { say } from "../words";

interface Props {
  wait: Wait;
  lobby: LobbyView;
  /** The server's time. */
  now: () => number;
}

/** Beside the title, which says who is offline. */
export class Waited extends Component<Props> {
  private readonly hand = new SecondHand(
    () => this.props.now(),
    () => this.setState({}),
  );

  override componentDidMount(): void {
    this.hand.follow(clockOf(this.props.wait));
  }

  override componentDidUpdate(): void {
    this.hand.follow(clockOf(this.props.wait));
  }

  override componentWillUnmount(): void {
    this.hand.follow(null);
  }

  override render({ wait, lobby, now }: Props): string {
    const time = minutes(secondsLeft(clockOf(wait), now()));
    const name = nameIn(lobby, wait.bot);
    return name === null ? say("waited.host", { time }) : say("waited.bot", { name, time });
  }
}

/** That they are offline. */
export function offline(wait: Wait, lobby: LobbyView): string {
  return say("waited.who", { names: wait.players.map((player) => nameIn(lobby, player) ?? "").join(", ") });
}

function clockOf({ until }: Wait): { until: number; left: null } {
  return { until, left: null };
}
