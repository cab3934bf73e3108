/** Any screen with a browser: how the room gets onto it. */
import type { JSX } from "preact";
import { Address } from "../basics/address";
import { useUi } from "../ui";

/** The way that needs nothing but a browser. */
export function AnyScreen({ qr }: { qr?: boolean }): JSX.Element | null {
  const { state, words } = useUi();
  if (state.urls === null || state.room === null) return null;
  return (
    <div class="tv-any">
      <p class="aside">{words.say("share.tv.how")}</p>
      <Address url={state.urls.tv} testid="tv-url" />
      {qr === true && <TvCode />}
    </div>
  );
}

/** The address of the room's page on a television as a QR code. */
export function TvCode(): JSX.Element | null {
  const { state, words } = useUi();
  if (state.urls === null || state.room === null) return null;
  return (
    <img
      class="share-qr"
      src={`/qr/tv/${state.room}.svg`}
      alt={words.say("share.qr", { url: state.urls.tv })}
      width="160"
      height="160"
    />
  );
}
