/** Dealing the cards. Nobody is left out without a question. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { LobbyView } from "../../../common/wire";
import { useUi } from "../ui";
import { busy, me } from "../view";

interface Dealing {
  /** Whether it cannot be tapped now. */
  held: boolean;
  /** Deals, or asks first. */
  deal(swap_spymasters: boolean): void;
  /** In place of the button while it is asked. */
  question: JSX.Element | null;
}

/** What stands in the way of a game, and is gone once everybody sits. */
const SEATS_MISSING = ["room/no_spymaster", "room/no_side", "room/no_operative"];

export function useDealing(lobby: LobbyView): Dealing {
  const { state, phone, words } = useUi();
  const [asked, setAsked] = useState<{ swap: boolean } | null>(null);
  const { no_deal, players, unseated } = lobby;
  const n = unseated.length;
  const seats = n > 0 && players.length > 1 && me(state)?.isHost === true;
  const mendable = seats && SEATS_MISSING.indexOf(no_deal ?? "") >= 0;
  const send = (swap_spymasters: boolean): void => void phone.send("deal", { swap_spymasters });
  const deal = (swap: boolean): void => (n > 0 ? setAsked({ swap }) : send(swap));
  const barred = no_deal !== null && !mendable;
  const held = barred || busy(state, "deal", "shuffle");
  if (asked === null || n === 0 || barred) return { held, deal, question: null };
  const seatAll = (): void => {
    setAsked(null);
    void phone.send("shuffle", { only_unseated: true });
  };
  const question = (
    <div class="deal-question" role="group" data-testid="deal-question">
      <p>
        {seats && <strong>{words.say("seats.all.ask")} </strong>}
        {words.say("seats.none", { n })}
      </p>
      {seats && (
        <button type="button" class="main wide" data-testid="seat-all" disabled={held} onClick={seatAll}>
          {words.say("seats.all")}
        </button>
      )}
      <div class="pair">
        {no_deal === null && (
          <button type="button" data-testid="deal-anyway" disabled={held} onClick={() => send(asked.swap)}>
            {words.say("deal.anyway")}
          </button>
        )}
        <button type="button" onClick={() => setAsked(null)}>
          {words.say("touch.cancel")}
        </button>
      </div>
    </div>
  );
  return { held, deal, question };
}
