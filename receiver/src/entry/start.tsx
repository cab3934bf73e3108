/** How an evening starts from a screen: scan, choose a game that is on, open a room, or type a code. */
import type { JSX } from "preact";

import { Stencil } from "../../../common/look/drawings";
import { address } from "../lobby/join-address";
import { QrCode } from "../lobby/qr-code";
import { Fitted } from "../text/fitted";
import { say } from "../words";
import type { Offer } from "./house";
import { Offers } from "./offers";
import type { EntryWords } from "./words";

interface Props {
  /** Where a phone begins; null until the server has said it. */
  address: string | null;
  offers: readonly Offer[];
  opens: boolean;
  trouble: JSX.Element | null;
  words: EntryWords;
  watch: (room: string) => void;
  open: () => void;
  type: () => void;
}

export function Start({ address, offers, opens, trouble, words, watch, open, type }: Props): JSX.Element {
  return (
    <>
      <Invitation address={address} words={words} />
      <section class="entry-choices">
        <h1 class="wordmark"><Stencil /></h1>
        {trouble}
        {offers.length > 0 && <Offers offers={offers} words={words} watch={watch} />}
        <div class="entry-actions">
          {opens && (
            <button type="button" data-testid="entry-open" onClick={open}>
              <Fitted class="name" text={words.say("entry.open")} largest={0.8} mostLines={1} cut />
              <Fitted class="name" text={words.say("entry.open.hint")} largest={0.8} mostLines={1} cut />
            </button>
          )}
          <button type="button" data-testid="entry-type" onClick={type}>
            <Fitted class="name" text={words.say("entry.type")} largest={0.8} mostLines={1} cut />
          </button>
        </div>
        <p class="entry-hint">{words.say("entry.keys")}</p>
      </section>
    </>
  );
}

/** As in the lobby, with the address of the house. */
function Invitation({ address: url, words }: Pick<Props, "address" | "words">): JSX.Element {
  return (
    <section class={url === null ? "invitation unknown" : "invitation"}>
      <h2>
        <Fitted text={words.say("entry.scan")} mostLines={1} />
      </h2>
      {url !== null && <QrCode code="start" />}
      <p class="invitation-or">{say("lobby.or")}</p>
      <p class="invitation-address" dir="ltr">
        {url !== null && <Fitted text={address(`${url}/`, "").replace(/\/$/, "")} largest={0.85} mostLines={1} />}
      </p>
      <p class="invitation-wifi">
        <Fitted text={say("lobby.wifi")} largest={0.46} />
      </p>
    </section>
  );
}
