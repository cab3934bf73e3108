import type { JSX } from "preact";

/** Decoration: this card is predicted. */
export function Eye(): JSX.Element {
  return (
    <svg class="card-eye" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12c5-8 15-8 20 0-5 8-15 8-20 0z" fill="none" stroke="currentColor" stroke-width="2.4" />
      <circle cx="12" cy="12" r="3.6" fill="currentColor" />
    </svg>
  );
}
