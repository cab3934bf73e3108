/**
 * What the screen shows of ended games: the one that has just ended is looked back upon, and the
 * host may show any other. All of that is loaded apart, when a game has ended.
 */
import { Component } from "preact";
import type { JSX } from "preact";

import { spoken } from "../words";
import type { Props } from "./props";

type Loaded = typeof import("./screen") | null;

export class Showing extends Component<Props, { book: Loaded }> {
  override state: { book: Loaded } = { book: null };
  private asked = false;

  override componentDidMount(): void {
    this.load();
  }

  override componentDidUpdate(): void {
    this.load();
  }

  private load(): void {
    const { view, game } = this.props;
    const nothing = view.lobby.showing === null && game.awards.length + game.predictions.length === 0 && view.kind !== "debrief";
    if (this.asked || nothing) return;
    this.asked = true;
    // What cannot be fetched now may be later, with the next view; the table is shown meanwhile.
    const again = (): void => void (this.asked = false);
    void import("./screen").then((book) => this.setState({ book }), again);
  }

  override render(props: Props, { book }: { book: Loaded }): JSX.Element {
    const words = spoken();
    if (book === null || words === null) return props.children(null);
    return <book.BookScreen {...props} language={words.language} />;
  }
}
