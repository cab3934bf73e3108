/** Marks whoever knows the key. */
import type { JSX } from "preact";

export function KeySign(): JSX.Element {
  return (
    <svg class="key-sign" viewBox="0 0 24 24" aria-hidden>
      <path d="M8 5a7 7 0 1 0 6.3 10H17v3h4v-3h2v-4h-8.7A7 7 0 0 0 8 5Zm0 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" />
    </svg>
  );
}
