/**
 * What is drawn larger than a sign: the name, a silhouette for each identity, and a bot. The paths lie in
 * one file of their own, which is no script; each drawing takes the colour of the text around it.
 */
import type { JSX } from "preact";

import file from "./drawings.svg?no-inline";
import "./drawings.css";
import type { ShapeName } from "./shapes";

// Here before the first card is turned.
new Image().src = file;

/** The name, cut like a stencil: as tall as its line. */
export function Stencil(): JSX.Element {
  return (
    <svg class="stencil" viewBox="0 0 140 24" role="img" aria-label="Undercast">
      <use href={`${file}#wordmark`} />
    </svg>
  );
}

/** Where an identity's silhouette lies, for a drawing that puts it into another. */
export const figureOf = (identity: ShapeName): string => `${file}#${identity}`;

/** Decoration: whom the card's word turned out to be. */
export function Silhouette({ identity }: { identity: ShapeName }): JSX.Element {
  return (
    <svg class="silhouette" viewBox="0 0 100 100" aria-hidden="true">
      <use href={figureOf(identity)} />
    </svg>
  );
}

/** Marks a bot; decoration, unless it has a label. */
export function BotSign({ label }: { label?: string }): JSX.Element {
  const heard = label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
  return (
    <svg class="bot-sign" viewBox="0 0 24 24" {...heard}>
      <use href={`${file}#bot`} />
    </svg>
  );
}
