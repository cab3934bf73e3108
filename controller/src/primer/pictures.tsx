/** The rules in four pictures: in the lobby while people wait, and in the rule book. */
import type { JSX } from "preact";
import type { Language } from "../../../common/language/languages";
import { loadWords } from "../../../common/language/words";
import type { Catalog, Words } from "../../../common/language/words";
import type { Mode } from "../../../common/wire";
import "../styles/primer.css";
import { EVERY_PICTURE, captionOf } from "./content";
import type { Text } from "./content";
import { Drawing } from "./drawings";

export type PrimerWords = Words<Text>;

const catalogs = import.meta.glob<Catalog<Text>>("../../../languages/*/texts/primer.json", { import: "default" });

/** The texts of a language. Rejects when they cannot be fetched. */
export function primerWords(language: Language): Promise<PrimerWords> {
  return loadWords(catalogs, language);
}

export function Pictures({ words, mode }: { words: PrimerWords; mode: Mode }): JSX.Element {
  const team = mode === "duet" ? "green" : "red";
  return (
    <ol class="primer-pictures">
      {EVERY_PICTURE.map((picture) => (
        <li key={picture}>
          <Drawing of={picture} team={team} word={words.say("word")} />
          <p>{words.say(captionOf(picture, mode))}</p>
        </li>
      ))}
    </ol>
  );
}
