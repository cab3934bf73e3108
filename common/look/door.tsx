/** A closed door: nobody new comes in. Decoration beside a text that says so. */
import type { JSX } from "preact";

const OUTLINE =
  "M4 1h16v20h2v1.5H2V21h2Zm1.5 1.5V21h13V2.5Zm1.2 1.2h10.6V21H6.7Zm7.6 8.4v2h2v-2Z";

export function DoorSign({ class: name }: { class: string }): JSX.Element {
  return (
    <svg class={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={OUTLINE} fill-rule="evenodd" />
    </svg>
  );
}
