/** An ended game on the screen: looked back upon, or played again as the host wishes. */
import { Component } from "preact";
import type { JSX } from "preact";

import type { Opened } from "../../../common/book/moments";
import { lookingBack, nextChange, partNow } from "../../../common/book/passing";
import { readPage } from "../../../common/book/reading";
import type { BookWords } from "../../../common/book/words";
import type { Language } from "../../../common/language/languages";
import type { BookPage, GameView, ScreenPage, View } from "../../../common/wire";
import { AwardsLine, AwardsPart } from "./awards";
import { LookingBack } from "./looking-back";
import { MeantLine } from "./meant-line";
import { NextKeys } from "./next-keys";
import { PredictionsLine } from "./predictions";
import type { Props as ShowingProps } from "./props";
import { Replay } from "./replay";
import { wordsIn } from "./words";
import "../styles/book.css";

interface Props extends ShowingProps {
  language: Language;
}

export class BookScreen extends Component<Props, { opened: Opened | null }> {
  override state: { opened: Opened | null } = { opened: null };
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  override componentDidMount(): void {
    this.follow();
  }

  override componentDidUpdate(): void {
    this.follow();
  }

  override componentWillUnmount(): void {
    clearTimeout(this.timer);
    this.asked = 0;
  }

  /** Has the page that is to be shown brought, and draws anew when its next moment comes. */
  private follow(): void {
    const { view, game, now } = this.props;
    const showing = view.lobby.showing;
    clearTimeout(this.timer);
    if (showing === null) return;
    const ofTable = showing.motion === "looking_back";
    const told = ofTable ? game : this.pageOf(showing);
    if (!ofTable && (told === null || this.lacksKey(showing))) this.bring(showing.game);
    const wait = told === null ? null : nextChange(showing, told.turns, told.awards.length, now());
    if (wait !== null) this.timer = setTimeout(() => this.forceUpdate(), wait + 1);
  }

  /** Once for each time that a page is wanted; what was refused is asked again with the next view. */
  private bring(game: number): void {
    if (this.asked === game) return;
    this.asked = game;
    void this.props.pages(game).then((answer) => {
      if (this.asked !== game) return;
      this.asked = 0;
      if ("error" in answer) return;
      const { page, debriefed } = readPage(answer);
      const keys = debriefed === null ? [] : [debriefed.key, debriefed.key_b].filter(isThere);
      this.setState({ opened: { page, keys, notes: debriefed?.notes ?? [] } });
    });
  }

  private pageOf({ game }: ScreenPage): BookPage | null {
    const { opened } = this.state;
    return opened !== null && opened.page.number === game ? opened.page : null;
  }

  /** The key was shown to all since this page came. */
  private lacksKey({ game }: ScreenPage): boolean {
    const { view } = this.props;
    return view.kind === "debrief" && view.lobby.games === game && this.state.opened?.keys.length === 0;
  }

  override render(props: Props, { opened }: { opened: Opened | null }): JSX.Element {
    const { view, game, now, children } = props;
    const words = wordsIn(props.language, () => this.forceUpdate());
    const { showing } = view.lobby;
    if (words === null) return children(null);
    // Once the end has been seen.
    const told = game.awards.length > 0 && view.kind !== "debrief" && !props.moves;
    const table = (): JSX.Element =>
      children(told ? <AwardsLine words={words} told={game} /> : (meantLine(view, game, words) ?? unawarded(props, words)));
    if (showing === null || props.moves) return table();
    if (showing.motion === "looking_back") return lookBack(props, words, showing) ?? table();
    if (opened === null || opened.page.number !== showing.game) return table();
    return <Replay words={words} opened={opened} showing={showing} lobby={view.lobby} now={now} />;
  }
}

/** Of a game without an award: who saw how much coming. */
function unawarded({ view, game, moves }: Props, words: BookWords): JSX.Element | null {
  if (moves || game.awards.length > 0 || game.predictions.length === 0) return null;
  return <PredictionsLine words={words} game={game} lobby={view.lobby} />;
}

/** Once the key is told: what the clues meant, where somebody noted it. */
function meantLine(view: View, game: GameView, words: BookWords): JSX.Element | null {
  if (view.kind !== "debrief" || view.notes.length === 0) return null;
  return <MeantLine words={words} game={game} notes={view.notes} />;
}

/** The part of looking back that is on now; null while the table is to be seen. */
function lookBack({ view, game, now }: Props, words: BookWords, showing: ScreenPage): JSX.Element | null {
  const { lobby } = view;
  const parts = lookingBack(game.turns, game.awards.length, showing.part);
  const part = partNow(parts, showing, now());
  switch (part?.kind) {
    case "board":
    case "turn":
      return <LookingBack words={words} view={view} game={game} parts={parts} part={part} />;
    case "awards":
      return <AwardsPart words={words} game={game} lobby={lobby} />;
    case "next":
      return lobby.evening && <NextKeys words={words} evening={lobby.evening} lobby={lobby} />;
    default:
      return null;
  }
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}
