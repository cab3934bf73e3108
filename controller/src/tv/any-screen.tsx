/** Any screen with a browser: how the room gets onto it; and what the one is that shows it. */
import type { JSX } from "preact";
import type { About } from "../../../common/wire";
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

/** For whoever wants to know why a screen behaves as it does. */
export function AboutScreen({ about }: { about: About }): JSX.Element {
  const { words } = useUi();
  const { width, height, latency, failed } = about;
  const what = failed.map((remedy) => words.say(`remedy.${remedy}`)).join(", ");
  return (
    <details class="tv-about" data-testid="tv-about">
      <summary>{words.say("tv.about")}</summary>
      <p class="aside">{words.say("tv.about.is", { width, height, latency })}</p>
      {failed.length > 0 && <p class="aside">{words.say("tv.about.failed", { what })}</p>}
      <p class="aside" dir="ltr" lang="en">
        {about.agent}
      </p>
    </details>
  );
}
