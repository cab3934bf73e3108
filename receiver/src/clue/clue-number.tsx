/** A clue's number. Infinity is drawn: the shipped fonts do not have it, and few televisions do. */
import type { JSX } from "preact";

import type { ClueNumber } from "../../../common/wire";
import { say } from "../words";

export function NumberOf({ number }: { number: ClueNumber }): JSX.Element {
  if (number !== "unlimited") return <>{number}</>;
  return (
    <svg class="infinity" viewBox="0 0 100 60" role="img" aria-label={say("clue.unlimited")}>
      <path d="M50 30C38 12 30 8 24 8a22 22 0 0 0 0 44c6 0 14-4 26-22s20-22 26-22a22 22 0 0 1 0 44c-6 0-14-4-26-22Z" />
    </svg>
  );
}
