/** How others come in, and how the table gets onto a large screen. */
import type { JSX } from "preact";
import { Address } from "../basics/address";
import { AnyScreen } from "../tv/any-screen";
import { Guides } from "../tv/guides/sheet";
import { choosesTv, TvButton } from "../tv/tv-line";
import { useUi } from "../ui";
import { view } from "../view";

export function Share(): JSX.Element | null {
  const { state, words } = useUi();
  if (state.urls === null || state.room === null) return null;
  return (
    <div class="share">
      <section>
        <h3>{words.say("share.phones")}</h3>
        {view(state)?.lobby.closed === true && (
          <p class="aside" data-testid="share-closed">
            {words.say("closed.inside")}
          </p>
        )}
        <p class="share-code" aria-label={words.say("share.code", { code: state.room.split("").join(" ") })}>
          {state.room}
        </p>
        <img
          class="share-qr"
          src={`/qr/${state.room}.svg`}
          alt={words.say("share.qr", { url: state.urls.join })}
          width="200"
          height="200"
        />
        <Address url={state.urls.join} />
        <p class="aside">{words.say("share.wifi")}</p>
      </section>
      <section>
        <h3>{words.say("tv.any")}</h3>
        <AnyScreen />
        {choosesTv(state) ? <TvButton /> : <Guides />}
      </section>
    </div>
  );
}
