/**
 * The shapes of the identities. Team = colour + shape + letter, wherever it appears: red is a
 * diamond, blue a circle, green a triangle, a bystander a soft square with a dash, the assassin a
 * spiked star with a cross.
 */
import type { JSX } from "preact";

import "./shapes.css";

export type ShapeName = "red" | "blue" | "green" | "bystander" | "assassin";

interface Props {
  identity: ShapeName;
  /** A team's letter in the page's language; the others carry a mark instead. */
  letter?: string;
  /** White, lettered in the identity's colour: for lying on that colour. */
  inverted?: boolean;
  /** What it stands for; without it the shape is decoration beside a text that says so. */
  label?: string;
  class?: string;
}

/** Outlines in a box of 100 by 100. */
export const OUTLINES: Record<ShapeName, string> = {
  red: "M50 1 99 50 50 99 1 50Z",
  blue: "M50 4a46 46 0 1 1 0 92 46 46 0 1 1 0-92Z",
  green: "M50 3 98 92 2 92Z",
  bystander: "M24 8h52a16 16 0 0 1 16 16v52a16 16 0 0 1-16 16H24A16 16 0 0 1 8 76V24A16 16 0 0 1 24 8Z",
  assassin: star(8, 49, 35),
};

/** What stands in an outline where there is no team, and so no letter. */
export const MARKS: Partial<Record<ShapeName, string>> = {
  bystander: "M26 43h48v14H26Z",
  assassin: "M34 26 50 42 66 26 74 34 58 50 74 66 66 74 50 58 34 74 26 66 42 50 26 34Z",
};

/** Whether its shape carries a letter. */
export function isLettered(identity: ShapeName): identity is Exclude<ShapeName, "bystander" | "assassin"> {
  return MARKS[identity] === undefined;
}

/** One identity's shape, 1em large. */
export function Shape({ identity, letter, inverted, label, class: more }: Props): JSX.Element {
  const classes = ["shape", `shape-${identity}`];
  if (inverted === true) classes.push("shape-inverted");
  if (more !== undefined) classes.push(more);
  const mark = MARKS[identity];
  const named =
    label === undefined
      ? ({ "aria-hidden": true } as const)
      : ({ role: "img", "aria-label": label } as const);
  return (
    <svg class={classes.join(" ")} viewBox="0 0 100 100" {...named}>
      <path d={OUTLINES[identity]} />
      <path class="rim" d={OUTLINES[identity]} />
      {mark !== undefined ? (
        <path class="mark" d={mark} />
      ) : (
        <text
          x="50"
          y={identity === "green" ? 81 : 69}
          text-anchor="middle"
          font-size={identity === "green" ? 44 : 54}
        >
          {letter}
        </text>
      )}
    </svg>
  );
}

/** A star around the middle of the box, its spikes reaching out to `outer`. */
function star(spikes: number, outer: number, inner: number): string {
  const points = Array.from({ length: spikes * 2 }, (_, i) => {
    const angle = (Math.PI * i) / spikes;
    const radius = i % 2 === 0 ? outer : inner;
    const x = 50 + radius * Math.sin(angle);
    const y = 50 - radius * Math.cos(angle);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join(" ")}Z`;
}
