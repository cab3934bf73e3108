/** Reactions rise over the lower edge of the screen, beside the code to scan and never as high as the cards. */
import { REACTIONS } from "../../../common/reactions";
import "../../../common/scenes/scenes.css";
import type { Reaction } from "../../../common/wire";

/** How long one is seen (ms); styles/reactions.css moves it in that time. */
export const SEEN = 2400;

/** Places from left to right, as shares of the edge, by turns: so that those who react together are all seen. */
const PLACES = [0.5, 0.2, 0.8, 0.35, 0.65, 0.05, 0.95];

let edge: HTMLElement | null = null;
let count = 0;

export function rise(reaction: Reaction): void {
  if (edge === null) {
    edge = document.createElement("div");
    edge.className = "reactions";
    edge.setAttribute("aria-hidden", "true");
    document.body.appendChild(edge);
  }
  const sign = document.createElement("span");
  sign.className = "scene reaction";
  sign.textContent = REACTIONS[reaction];
  sign.style.left = `${(PLACES[count++ % PLACES.length] ?? 0) * 94}%`;
  edge.appendChild(sign);
  setTimeout(() => sign.remove(), SEEN);
}
