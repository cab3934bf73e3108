/** What people can show of their feelings: drawn with the font of the scenes, so alike everywhere. */
import type { Reaction } from "./wire";
import "./scenes/scenes.css";

export const REACTIONS: Readonly<Record<Reaction, string>> = {
  love: "❤",
  fire: "🔥",
  brain: "🧠",
  eyes: "👀",
  snail: "🐌",
};
