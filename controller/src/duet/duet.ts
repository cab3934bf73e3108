/** A duet as one phone sees it: its own side, the partner, and what is known of a card. */
import { EVERY_SIDE } from "../../../common/wire";
import type { GameView, Identity, LobbyView, Seat, Side, View } from "../../../common/wire";
import type { State } from "../state";
import type { Ui } from "../ui";
import { can, me, openKey, view } from "../view";

function isSide(seat: Seat): seat is Side {
  return seat === "side_a" || seat === "side_b";
}

/** The side that this phone plays; null for whoever looks on. */
export function ownSide(state: State): Side | null {
  const seat = me(state)?.player.seat ?? "spectator";
  return isSide(seat) ? seat : null;
}

/** Who sits on this side; the side's own name while it is not just one person. */
export function sideName({ words }: Ui, { players }: LobbyView, side: Side): string {
  const [one, another] = players.filter(({ seat }) => seat === side);
  return one === undefined || another !== undefined ? words.say(`seat.${side}`) : one.name;
}

/** Whether this phone looks for words on the partner's key: its own would only mislead. */
export function guesses(state: State): boolean {
  const duet = view(state)?.game?.duet ?? null;
  return duet !== null && can(state, "touch_card") && !can(state, "give_clue");
}

/** Agents of the own key that are still hidden; null while that key is not on the screen. */
export function ownLeft(state: State): number | null {
  const seen = view(state);
  const shown = openKey(state);
  if (seen?.kind !== "key" || seen.game === null || shown === null) return null;
  const { revealed } = seen.game;
  return shown.filter((identity, at) => identity === "green" && revealed[at] === null).length;
}

/** What a duet adds to a card. */
export interface OnCard {
  /** The sides that know it for a bystander, A first; empty once the card or the keys lie open. */
  out: readonly Side[];
  own: Side | null;
  /** The own key steps back. */
  small: boolean;
  /** Side B's key, once both lie open. */
  identityB: Identity | null;
}

/** Null in the other modes. */
export function onCard(state: State, seen: View, position: number): OnCard | null {
  const { game } = seen;
  if (game === null || game.duet === null) return null;
  return {
    out: game.revealed[position] === null && seen.kind !== "debrief" ? knownTo(game, position) : [],
    own: ownSide(state),
    small: guesses(state),
    identityB: seen.kind === "debrief" ? (seen.key_b?.[position] ?? null) : null,
  };
}

/** Whether this phone's side cannot touch it any more. */
export function isOut({ out, own }: OnCard): boolean {
  return own !== null && out.indexOf(own) >= 0;
}

function knownTo({ duet }: GameView, position: number): readonly Side[] {
  const known = duet?.bystanders ?? [];
  return EVERY_SIDE.filter((side) => known.some((it) => it.position === position && it.side === side));
}
