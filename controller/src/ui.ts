/** What every component reaches for: the state, the way to change it, the phone, the words. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "../../common/language/languages";
import type { SharedKey, Words } from "../../common/language/words";
import type { Phone } from "./phone";
import type { Scenes } from "./pictures/scenes";
import type { Change, State } from "./state";

/** Whatever the phone can say, beside the rule book. */
export type TextKey =
  | SharedKey
  | keyof typeof import("../../languages/en/texts/phone.json")
  | keyof typeof import("../../languages/en/texts/phone-inside.json");

export interface Ui {
  state: State;
  dispatch(change: Change): void;
  phone: Phone;
  words: Words<TextKey>;
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

/** A key that no type can check; a test sees to it that all of them are in the catalogs. */
export function textKey(prefix: string, name: string): TextKey {
  return `${prefix}.${name}` as TextKey;
}
