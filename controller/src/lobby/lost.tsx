/** A room whose log could not be read to its end: what is lost, and the host's way on without it. */
import type { JSX } from "preact";
import type { LobbyView, LostView } from "../../../common/wire";
import { EveningSoFar } from "../evening/evening";
import { HowToButton } from "../howto/button";
import { WhoIsThere } from "../people/who-is-there";
import { Refusal } from "../refusals/refusal";
import { TvLine } from "../tv/tv-line";
import { useUi } from "../ui";
import { busy, me, nameOf } from "../view";
import { LostNews } from "./lost-news";

/** In the place of the lobby: nothing else can be done until the host goes on. */
export function LostRoom({ lobby, lost }: { lobby: LobbyView; lost: LostView }): JSX.Element {
  const { state, words } = useUi();
  return (
    <>
      <LostNews lost={lost}>
        {me(state)?.isHost === true ? (
          <GoOn />
        ) : (
          <p>{words.say("lost.wait", { name: nameOf(lobby, lobby.host) })}</p>
        )}
      </LostNews>
      <TvLine />
      <EveningSoFar />
      <WhoIsThere />
      <HowToButton />
    </>
  );
}

function GoOn(): JSX.Element {
  const { state, phone, words } = useUi();
  return (
    <>
      <p>{words.say("lost.kept")}</p>
      <Refusal />
      <button
        type="button"
        class="main wide"
        data-testid="go-on"
        disabled={busy(state, "go_on")}
        onClick={() => void phone.send("go_on", {})}
      >
        {words.say("lost.go_on")}
      </button>
    </>
  );
}
