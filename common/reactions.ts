/** What people can show of their feelings. */
import type { Reaction } from "./wire";

export const REACTIONS: Readonly<Record<Reaction, string>> = {
  love: "❤",
  fire: "🔥",
  brain: "🧠",
  eyes: "👀",
  snail: "🐌",
};
