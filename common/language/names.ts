/** What languages call themselves. */
import names from "virtual:language-names";
import type { Language } from "./languages";

/** The languages of the pages and their names, by the alphabet of these. */
export const NAMED: readonly (readonly [Language, string])[] = Object.entries(names).sort(([, one], [, other]) =>
  one.localeCompare(other),
);

interface DisplayNames {
  new (locales: string[], options: { type: "language" }): { of(tag: string): string | undefined };
  supportedLocalesOf(locales: string[]): string[];
}

/** What the language of a tag calls itself, also one of codenames alone; the tag, where this browser cannot tell. */
export function nameOfLanguage(tag: string): string {
  const known = names[tag];
  if (known !== undefined) return known;
  const { DisplayNames } = Intl as { DisplayNames?: DisplayNames };
  try {
    if (DisplayNames === undefined || DisplayNames.supportedLocalesOf([tag]).length === 0) return tag;
    const name = new DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag; // no tag at all
  }
}
