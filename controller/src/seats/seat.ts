/** What a seat is: whether its holder sees a key, and whose it is. */
import { KEY_SEATS } from "../../../common/wire";
import type { Seat, Team } from "../../../common/wire";

export function isKeySeat(seat: Seat): boolean {
  return KEY_SEATS.indexOf(seat) >= 0;
}

/** Whether one person alone can sit here; on a side of a duet any number can. */
export function isForOne(seat: Seat): boolean {
  return isKeySeat(seat) && teamOf(seat) !== "green";
}

/** Whether this seat's holder marks cards for this team. */
export function isOperative(seat: Seat, team: Team): boolean {
  return seat === "operative_for_both" || seat === `${team}_operative`;
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
