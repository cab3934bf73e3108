/** Where a room is chosen, loaded apart: a screen that was sent to a room never needs it. */
import { Component } from "preact";
import type { JSX } from "preact";

import type { Language } from "../../../common/language/languages";
import { spoken } from "../words";
import type { Props } from "./code-entry";
import type { EntryWords } from "./words";

/** Until it is tried again to fetch it (ms): without it the screen would stay dark. */
const AGAIN = 3000;

let loaded: typeof import("./code-entry") | null = null;
let words: EntryWords | null = null;

/** With its words. Rejects when they cannot be fetched. */
export async function fetchEntry(language: Language): Promise<void> {
  const entry = await import("./code-entry");
  words = await entry.entryWords(language);
  loaded = entry;
}

export class Entry extends Component<Props> {
  private gone = false;
  private fetching = false;

  override componentDidMount(): void {
    this.fetch();
  }

  override componentDidUpdate(): void {
    this.fetch();
  }

  override componentWillUnmount(): void {
    this.gone = true;
  }

  private fetch(): void {
    const language = spoken()?.language;
    if (this.gone || this.fetching || language === undefined || language === words?.language) return;
    this.fetching = true;
    const then = (): void => {
      this.fetching = false;
      this.setState({});
    };
    fetchEntry(language).then(then, () => setTimeout(then, AGAIN));
  }

  override render(props: Props): JSX.Element | null {
    return loaded === null || words === null ? null : <loaded.CodeEntry {...props} words={words} />;
  }
}
