/** Small signs of screens: what kind a television is, or what one looks for in a guide. */
import type { JSX } from "preact";

/** Outlines of 24 × 24, filled with the colour of the text around them. */
const SIGNS = {
  screen: "M2 4h20v14h-7v2H9v-2H2Zm2 2v10h16V6Z",
  /** Sent to it. */
  cast: "M2 4h20v14h-7v2H9v-2H2Zm2 2v10h16V6Zm7 9v-4H8.5L12 7l3.5 4H13v4Z",
  /** Says yes to it. */
  webos: "M2 4h20v14h-7v2H9v-2H2Zm2 2v10h16V6Zm6.9 8.4-3.6-3.6 1.4-1.4 2.2 2.2 4.4-4.4 1.4 1.4Z",
  stick: "M2 3h20v11h-4v-2h2V5H4v7h9v2H2Zm13 6h2v3h1v7a2 2 0 0 1-4 0v-7h1Z",
  box: "M5 8h14a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-4a3 3 0 0 1 3-3Zm0 2a1 1 0 0 0-1 1v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4a1 1 0 0 0-1-1Zm12 2h2v2h-2Z",
  console:
    "M7 6h10c3 0 5 3.5 5 8 0 2.6-1 4-2.5 4-2 0-2.5-3-4.5-3H9c-2 0-2.5 3-4.5 3C3 18 2 16.6 2 14c0-4.5 2-8 5-8Zm0 3v1.5H5.5v2H7V14h2v-1.5h1.5v-2H9V9Zm8 .5v2h2v-2Zm2 2.5v2h2v-2Z",
  laptop: "M4 4h16v12h2v3H2v-3h2Zm2 2v9h12V6Z",
  browser: "M2 4h20v16H2Zm2 5v9h16V9Zm1-3v1.5h2V6Zm3.5 0v1.5H19V6Z",
  frame: "M2 3h20v18H2Zm3 3v12h14V6Zm1.5 10 3-5 2.5 3 2-2.5 3.5 4.5Z",
} as const;

export type SignName = keyof typeof SIGNS;

/** Decoration, unless it has a label. */
export function ScreenSign({ sign, label }: { sign: SignName; label?: string }): JSX.Element {
  const heard = label === undefined ? { "aria-hidden": true } : { role: "img" as const, "aria-label": label };
  return (
    <svg class="tv-sign" viewBox="0 0 24 24" fill-rule="evenodd" {...heard}>
      <path d={SIGNS[sign]} />
    </svg>
  );
}
