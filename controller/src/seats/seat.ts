/** What a seat is: in which modes there is one, whether its holder sees a key, whose it is. */
import type { Mode, Seat, Team } from "../../../common/wire";

/** The seats of each mode; everybody may look on besides. */
export const SEATS_OF: { readonly [Name in Mode]: readonly Seat[] } = {
  classic: [
    "red_spymaster",
    "red_operative",
    "blue_spymaster",
    "blue_operative",
    "key_holder",
    "operative_for_both",
  ],
  coop: ["red_spymaster", "red_operative"],
  duet: ["side_a", "side_b"],
};

export const KEY_SEATS: readonly Seat[] = ["red_spymaster", "blue_spymaster", "key_holder", "side_a", "side_b"];

export function isKeySeat(seat: Seat): boolean {
  return KEY_SEATS.indexOf(seat) >= 0;
}

/** Whether this seat's holder plays in this team's turn. */
export function playsFor(seat: Seat, team: Team): boolean {
  return seat === "key_holder" || guessesFor(seat, team);
}

/** Whether this seat's holder talks over the guesses of this team. */
export function guessesFor(seat: Seat, team: Team): boolean {
  return seat === "operative_for_both" || (seat !== "key_holder" && teamOf(seat) === team);
}

export function teamOf(seat: Seat): Team | null {
  if (seat.indexOf("red") === 0) return "red";
  if (seat.indexOf("side") === 0) return "green";
  return seat.indexOf("blue") === 0 ? "blue" : null;
}
