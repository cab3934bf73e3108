/** What every component reaches for: the state, the way to change it, the phone, the words. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language, Words } from "../../common/language/words";
import type en from "./catalogs/en.json";
import type { Phone } from "./phone";
import type { Scenes } from "./pictures/scenes";
import type { Event, State } from "./state";

export type Key = keyof typeof en;

export interface Ui {
  state: State;
  dispatch(event: Event): void;
  phone: Phone;
  words: Words<Key>;
  speak(language: Language): void;
  /** Null while no scene is to be shown, or they have not come yet. */
  scenes: Scenes | null;
}

export const UiContext = createContext<Ui | null>(null);

export function useUi(): Ui {
  const ui = useContext(UiContext);
  if (ui === null) throw new Error("outside of the app");
  return ui;
}

/** A key that is put together at run time; a test checks that all of them are in the catalogs. */
export function key(prefix: string, name: string): Key {
  return `${prefix}.${name}` as Key;
}
