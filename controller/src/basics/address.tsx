/** An address on the screen. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useUi } from "../ui";

/** As one types it: a browser adds the rest. */
export function typed(url: string): string {
  return url.replace(/^https?:\/\//, "");
}

/** An address to be read out and typed; copied or handed on where the browser can. */
export function Address({ url, testid }: { url: string; testid?: string }): JSX.Element {
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
        {typed(url)}
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
