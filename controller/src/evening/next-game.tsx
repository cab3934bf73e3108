/** After a game: the same one again, with other spymasters, or another game of the box. */
import type { JSX } from "preact";
import { SEATS } from "../../../common/wire";
import type { LobbyView } from "../../../common/wire";
import { Begin, Guide, Shuffle } from "../lobby/begin";
import { useDealing } from "../lobby/deal";
import { refusalText } from "../refusals/refusal";
import { sameRules } from "../rules/house-rules";
import { gameName } from "../rules/rule-choices";
import { AnotherGame } from "../rules/rules-sheet";
import { Seats } from "../seats/seats";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { mayDeal, me, nameOf, view } from "../view";

/** `leads`: nothing else comes first. */
export function NextGame({ leads }: { leads: boolean }): JSX.Element | null {
  const { state, words } = useUi();
  const seen = view(state);
  if (seen === null || seen.game === null) return null;
  const { lobby, game } = seen;
  const held = lobby.no_deal;
  return (
    <div class="next">
      {!sameRules(game.settings, lobby.settings) && (
        <p class="hint" data-testid="next-is">
          {words.say("next.is", { game: gameName(words, lobby.settings) })}
        </p>
      )}
      {mayDeal(state) ? (
        <DealAgain lobby={lobby} leads={leads} />
      ) : (
        <p class="hint">{words.say("end.wait", { name: nameOf(lobby, lobby.host) })}</p>
      )}
      {held !== null && <p class="hint">{refusalText(words, held, lobby.settings)}</p>}
      {swapChanges(lobby) && <Proposed lobby={lobby} />}
      <OpenNext />
    </div>
  );
}

function DealAgain({ lobby, leads }: { lobby: LobbyView; leads: boolean }): JSX.Element {
  const { words } = useUi();
  const { held, deal, question } = useDealing(lobby);
  if (question !== null) return question;
  return (
    <div class="pair">
      <button type="button" class={leads ? "main" : ""} data-testid="again" disabled={held} onClick={() => deal(false)}>
        {words.say("again")}
      </button>
      {swapChanges(lobby) && (
        <button type="button" data-testid="swap" disabled={held} onClick={() => deal(true)}>
          {words.say("swap")}
        </button>
      )}
    </div>
  );
}

/** Who gets the key when the spymasters swap. */
function Proposed({ lobby }: { lobby: LobbyView }): JSX.Element | null {
  const { words } = useUi();
  const names = proposed(lobby);
  if (names.length === 0) return null;
  return (
    <p class="next-keys" data-testid="proposed">
      {words.say("swap.then", { n: names.length, names: listed(words, names) })}
    </p>
  );
}

function proposed(lobby: LobbyView): string[] {
  const keys = lobby.evening?.next_keys ?? {};
  return SEATS[lobby.settings.mode].flatMap((seat) => (keys[seat] ?? []).map((id) => nameOf(lobby, id)));
}

/** Filip and Dora; Filip, Ana and Dora. */
function listed(words: Ui["words"], names: readonly string[]): string {
  const last = names[names.length - 1] ?? "";
  if (names.length < 2) return last;
  return words.say("swap.names", { names: names.slice(0, -1).join(", "), last });
}

/** Whether anybody else would get a key. */
function swapChanges(lobby: LobbyView): boolean {
  const keys = lobby.evening?.next_keys ?? {};
  return lobby.players.some(({ id, seat }) => keys[seat]?.indexOf(id) === -1);
}

function OpenNext(): JSX.Element {
  const { state, dispatch, words } = useUi();
  return (
    <button
      type="button"
      class="wide"
      data-testid="next-open"
      onClick={() => dispatch({ type: "sheet", sheet: "next" })}
    >
      {words.say(me(state)?.isHost === true ? "next.other" : "end.seats")}
    </button>
  );
}

/** The sheet: what is played next, who sits where, and the start. */
export function NextGameSheet(): JSX.Element {
  return (
    <div class="rules">
      <AnotherGame />
      <Guide />
      <Seats />
      <Shuffle />
      <Begin />
    </div>
  );
}
