/** Scenes on the phone: their font and their names are fetched when a game with them is on. */
import { useEffect, useState } from "preact/hooks";
import type { Language } from "../../../common/language/languages";
import { isPhoto } from "../../../common/photos/photos";
import type { State } from "../state";
import { view } from "../view";

export interface Scenes {
  /** How a scene stands in the page. */
  drawn(scene: string): string;
  /** What it is called; null while that is not known. */
  called(scene: string): string | null;
}

/** With nothing fetched: the phone draws them with a font of its own, if it has one. */
const PLAIN: Scenes = { drawn: (scene) => scene, called: () => null };

/** Null until they are there. What could not be fetched is asked for again with the next connection. */
export function useScenes(state: State, language: Language): Scenes | null {
  const [scenes, setScenes] = useState<Scenes | null>(null);
  const wanted = showsScenes(state);
  const online = state.line === "online";
  useEffect(() => {
    if (!wanted) return undefined;
    let late = false;
    const take = (fetched: Scenes): void => {
      if (!late) setScenes(fetched);
    };
    fetchScenes(language).then(take, () => take(PLAIN));
    return () => {
      late = true;
    };
  }, [wanted, online, language]);
  return scenes;
}

function showsScenes(state: State): boolean {
  const game = view(state)?.game ?? null;
  return game?.settings.board === "pictures" && game.codenames.some((codename) => !isPhoto(codename));
}

async function fetchScenes(language: Language): Promise<Scenes> {
  const { drawn, loadNaming } = await import("../../../common/scenes/scene");
  return { drawn, called: await loadNaming(language) };
}
