/** Asks for the room: one of the house's games, or its code, with a remote control or a keyboard. */
import { Component, createRef } from "preact";
import type { JSX } from "preact";

import { Stencil } from "../../../common/look/drawings";
import { CODE_LENGTH, CODE_LETTERS } from "../../../common/wire";
import type { Failure, OpenGame } from "../../../common/wire";
import { askServer, EVERY, offers } from "./house";
import type { AskHouse } from "./house";
import { Offers } from "./offers";
import { BACK, keyOf, neighbour } from "./remote";
import type { Buttons } from "./remote";
import { forgetRoom, latestRooms } from "./route";
import type { EntryKey, EntryWords } from "./words";

export { entryWords } from "./words";

export interface Props {
  /** Why the room asked for before cannot be shown. */
  refusal: Failure | null;
  room: string | null;
  watch: (room: string) => void;
  /** Instead of the server's list. */
  askHouse?: AskHouse;
}

interface State {
  code: string;
  games: readonly OpenGame[];
  /** The server does not answer; it is asked again. */
  offline: boolean;
}

const DELETE = "delete";
const KEYS = [...CODE_LETTERS.split(""), DELETE];

const REFUSALS: Record<string, EntryKey> = {
  "room/not_found": "entry.unknown",
  "wire/malformed": "entry.unknown",
  "room/unreadable": "entry.unreadable",
  "wire/protocol": "entry.protocol",
};

export class CodeEntry extends Component<Props & { words: EntryWords }, State> {
  override state: State = { code: "", games: [], offline: false };
  private readonly place = createRef<HTMLDivElement>();
  private code = "";
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Whether somebody has pressed a key: from then on the focus is theirs. */
  private touched = false;

  override componentDidMount(): void {
    window.addEventListener("keydown", this.typed);
    this.startAgain();
    this.look();
    this.timer = setInterval(() => this.look(), EVERY);
  }

  override componentDidUpdate(before: Props, { games }: State): void {
    // Asking the same room again in the background must not disturb who is typing.
    const { room, refusal } = this.props;
    if (before.room !== room || before.refusal?.code !== refusal?.code) this.startAgain();
    else if (games !== this.state.games) this.keepFocus();
  }

  override componentWillUnmount(): void {
    window.removeEventListener("keydown", this.typed);
    clearInterval(this.timer);
  }

  private startAgain(): void {
    const { room, refusal } = this.props;
    if (room !== null && refusal?.code === "room/not_found") forgetRoom(room);
    this.touched = false;
    this.write("");
    this.focusFirst();
  }

  /** What is not seen needs no news. */
  private look(): void {
    if (document.visibilityState === "hidden") return;
    (this.props.askHouse ?? askServer)().then(
      (games) => this.setState({ games, offline: false }),
      () => this.setState({ offline: true }),
    );
  }

  /** A game that came is one OK away, unless somebody is choosing; a game that went takes no focus along. */
  private keepFocus(): void {
    const { rows, letters } = this.buttons();
    if (!this.touched || [...rows, ...letters].every((button) => button !== document.activeElement)) this.focusFirst();
  }

  private focusFirst(): void {
    const { rows, letters } = this.buttons();
    (rows[0] ?? letters[0])?.focus();
  }

  private buttons(): Buttons {
    const all = Array.from(this.place.current?.querySelectorAll("button") ?? []);
    const isRow = (button: Element): boolean => button.hasAttribute("data-room");
    return { rows: all.filter(isRow), letters: all.filter((button) => !isRow(button)) };
  }

  /** At once, not at the next drawing: keys can come faster. */
  private write(code: string): void {
    this.code = code;
    this.setState({ code });
  }

  private press(key: string): void {
    const { code } = this;
    this.write(key === DELETE ? code.slice(0, -1) : (code + key).slice(0, CODE_LENGTH));
    if (key !== DELETE && this.code.length === CODE_LENGTH) this.props.watch(this.code);
  }

  private readonly typed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyOf(event);
    const letter = key.toUpperCase();
    this.touched = true;
    // With nothing to delete, back means out of here.
    if (key === BACK && this.code !== "") this.press(DELETE);
    else if (letter.length === 1 && CODE_LETTERS.indexOf(letter) >= 0) this.press(letter);
    else if (!(key === "Enter" ? this.pressFocused(event.repeat) : this.moveFocus(key))) return;
    event.preventDefault();
  };

  /** OK on the remote: not every browser makes a click of it. Whether there was a button. */
  private pressFocused(again: boolean): boolean {
    const button = document.activeElement;
    if (!(button instanceof HTMLButtonElement) || this.place.current?.contains(button) !== true) return false;
    if (!again) button.click();
    return true;
  }

  private moveFocus(key: string): boolean {
    const to = neighbour(this.buttons(), document.activeElement, key);
    to?.focus();
    return to !== undefined;
  }

  override render({ refusal, room, watch, words }: Props & { words: EntryWords }, { games }: State): JSX.Element {
    const offered = offers(games, latestRooms(), refusal === null ? null : room);
    const alone = offered.length === 0;
    return (
      <div class={alone ? "entry" : "entry beside"} data-testid="tv-code-entry" ref={this.place}>
        <header>
          <h1 class="wordmark"><Stencil /></h1>
          {this.standing(alone)}
        </header>
        {!alone && <Offers offers={offered} words={words} watch={watch} />}
        {this.typing(words.say(alone ? "entry.title" : "entry.other"))}
        <p class="entry-hint entry-how">{words.say("entry.keys")}</p>
      </div>
    );
  }

  /** What is the matter; where nothing is offered, how a game begins. */
  private standing(alone: boolean): JSX.Element | null {
    const { refusal, room, words } = this.props;
    if (this.state.offline) return <p class="entry-trouble" role="alert">{words.say("entry.offline")}</p>;
    if (refusal !== null) {
      const text = words.say(REFUSALS[refusal.code] ?? "entry.trouble", { code: room ?? "" });
      return <p class="entry-trouble" role="alert">{text}</p>;
    }
    return alone ? <p class="entry-hint">{words.say("entry.none", { address: location.host })}</p> : null;
  }

  private typing(title: string): JSX.Element {
    const { words } = this.props;
    const { code } = this.state;
    return (
      <section class="entry-typing">
        <h2>{title}</h2>
        <p class="entry-hint">{words.say("entry.hint")}</p>
        <div class="entry-code" role="img" aria-label={words.say("entry.typed", { code })}>
          {Array.from({ length: CODE_LENGTH }, (_, i) => (
            <span key={i} class={i === code.length ? "next" : ""}>
              {code.charAt(i)}
            </span>
          ))}
        </div>
        <div class="entry-keys" role="group" aria-label={words.say("entry.letters")}>
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              aria-label={key === DELETE ? words.say("entry.delete") : key}
              onClick={() => this.press(key)}
            >
              {key === DELETE ? <BackArrow /> : key}
            </button>
          ))}
        </div>
      </section>
    );
  }
}

function BackArrow(): JSX.Element {
  return (
    <svg class="back-arrow" viewBox="0 0 32 24" aria-hidden>
      <path d="M12 2h18v20H12L2 12Zm4.4 5-2 2 3.1 3-3.1 3 2 2 3.1-3 3.1 3 2-2-3.1-3 3.1-3-2-2-3.1 3Z" />
    </svg>
  );
}
