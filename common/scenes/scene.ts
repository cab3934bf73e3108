/** Scenes: codenames made of two or three emoji, drawn with the shipped font (class `scene`). */
import "./scenes.css";

const PICTURE = "\ufe0f";

/** The emoji of a scene, each with its selector as in the deck. */
export function emojiOf(scene: string): string[] {
  const emoji: string[] = [];
  for (const char of scene) {
    if (char === PICTURE && emoji.length > 0) emoji[emoji.length - 1] += char;
    else emoji.push(char);
  }
  return emoji;
}

/** A scene as it is to stand in the page: with its selectors, a colour font would win over ours. */
export const drawn = (scene: string): string => scene.split(PICTURE).join("");
