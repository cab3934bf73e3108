/** Who could go on is offline: who goes on instead, and when. */
import type { JSX } from "preact";
import { minutes, useSecondsLeft } from "../../../common/clock/time-left";
import type { LobbyView, Wait } from "../../../common/wire";
import { useUi } from "../ui";
import { nameOf } from "../view";

export function Waited({ wait, lobby }: { wait: Wait; lobby: LobbyView }): JSX.Element {
  const { phone, words } = useUi();
  const seconds = useSecondsLeft({ until: wait.until, left: null }, () => phone.serverNow());
  const time = minutes(seconds ?? 0);
  const names = wait.players.map((player) => nameOf(lobby, player)).join(", ");
  return (
    <p class="hint absent" data-testid="waited">
      <span role="status">{words.say("waited.who", { names })}</span>{" · "}
      <span role="timer">
        {wait.bot === null
          ? words.say("waited.host", { time })
          : words.say("waited.bot", { name: nameOf(lobby, wait.bot), time })}
      </span>
    </p>
  );
}
