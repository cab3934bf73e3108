import type { JSX } from "preact";
import { useBook } from "./book";

/** Marks what holds in this room. */
export function Here(): JSX.Element {
  const { say } = useBook();
  return <span class="here">{say("mark")}</span>;
}
