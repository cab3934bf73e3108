/** The languages of what lies on the table: codenames and clues need not be in the page's. */
import table from "virtual:languages";

/** What a game, or its page in the book, says of them. */
export interface Spoken {
  readonly languages: readonly string[];
  readonly card_languages: readonly number[];
}

/** The page's, for what is in no other language. */
export function pageLang(): string {
  return document.documentElement.lang;
}

/** The tag of the table's first language, in which clues are, or of another. Pictures are in the page's. */
export function langOf({ languages }: Pick<Spoken, "languages">, which = 0): string {
  const name = languages[which];
  if (name === undefined) return pageLang();
  return table[name]?.tag ?? name;
}

/** That of the codename at a position. */
export function langAt(spoken: Spoken, position: number): string {
  return langOf(spoken, spoken.card_languages[position]);
}

/** A text in capitals, by default in the page's, as styles make them. */
export function capitals(text: string, lang = pageLang()): string {
  try {
    return text.toLocaleUpperCase(lang);
  } catch {
    return text.toUpperCase(); // of a deck whose file's name is no tag
  }
}
