/** Scenes: codenames made of two or three emoji, drawn with the shipped font (class `scene`). */
import type { Language } from "../language/words";
import "./scenes.css";

/** What a scene is called, for those who hear it: "fish, umbrella". */
export type Naming = (scene: string) => string;

type Names = Record<string, string>;

const PICTURE = "\ufe0f";

// Each language is a chunk of its own, fetched when a game with scenes needs it.
const names = import.meta.glob<Names>("./names/*.json", { import: "default" });

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
  const cyrillic = language === "sr-Cyrl";
  const load = names[`./names/${cyrillic ? "sr" : language}.json`];
  if (load === undefined) throw new Error(`no names of scenes for ${language}`);
  const known = await load();
  const called: Naming = (scene) =>
    emojiOf(scene)
      .map((emoji) => known[emoji] ?? emoji)
      .join(", ");
  if (!cyrillic) return called;
  const { toCyrillic } = await import("../language/serbian");
  return (scene) => toCyrillic(called(scene));
}
