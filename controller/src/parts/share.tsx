/** How others come in, and how the table gets onto a large screen. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useUi } from "../ui";

export function Share(): JSX.Element | null {
  const { state, words } = useUi();
  if (state.urls === null || state.room === null) return null;
  return (
    <div class="share">
      <section>
        <h3>{words.say("share.phones")}</h3>
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
        <h3>{words.say("share.tv")}</h3>
        <p class="aside">{words.say("share.tv.how")}</p>
        <Address url={state.urls.tv} testid="tv-url" />
      </section>
    </div>
  );
}

/** An address to be read out and typed; copied or handed on where the browser can. */
function Address({ url, testid }: { url: string; testid?: string }): JSX.Element {
  const { words } = useUi();
  const [copied, setCopied] = useState(false);
  // Neither exists on a plain http page.
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  const share = (navigator as Partial<Navigator>).share;
  const copy = (): void => {
    void clipboard?.writeText(url).then(() => setCopied(true));
  };
  const hand = (): void => {
    share?.call(navigator, { url }).catch(() => undefined);
  };
  return (
    <div class="address">
      <p class="address-text" dir="ltr" data-testid={testid}>
        {url.replace(/^https?:\/\//, "")}
      </p>
      {share !== undefined && (
        <button type="button" onClick={hand}>
          {words.say("share.hand")}
        </button>
      )}
      {clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {words.say(copied ? "share.copied" : "share.copy")}
        </button>
      )}
    </div>
  );
}
