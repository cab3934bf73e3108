/** Scenes: codenames made of two or three emoji, drawn with the shipped font (class `scene`). */
import { fetchFile } from "../language/languages";
import type { Language } from "../language/languages";
import "./scenes.css";

/** What a scene is called, for those who hear it: "fish, umbrella". */
export type Naming = (scene: string) => string;

type Names = Record<string, string>;

const PICTURE = "\ufe0f";

// Each language is a chunk of its own, fetched when a game with scenes needs it.
const names = import.meta.glob<Names>("../../languages/*/texts/scenes.json", { import: "default" });

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

/** How scenes are called in a language. Rejects when the names cannot be fetched. */
export async function loadNaming(language: Language): Promise<Naming> {
  const { file: known, convert } = await fetchFile(names, language);
  return (scene) =>
    convert(
      emojiOf(scene)
        .map((emoji) => known[emoji] ?? emoji)
        .join(", "),
    );
}
