/** A screen without a room: it follows the only game of the house, or asks what to show, by remote control or keyboard. */
import { Component, createRef } from "preact";
import type { JSX } from "preact";

import { CODE_LENGTH, CODE_LETTERS } from "../../../common/wire";
import type { Failure, GameList } from "../../../common/wire";
import { askServer, EVERY, offers, openOnServer } from "./house";
import type { AskHouse, OpenRoom } from "./house";
import { DELETE, Keyboard } from "./keyboard";
import { BACK, keyOf, neighbour } from "./remote";
import type { Buttons } from "./remote";
import { forgetRoom, latestRooms } from "./route";
import { Start } from "./start";
import type { EntryKey, EntryWords } from "./words";

export { entryWords } from "./words";

export interface Props {
  /** Why the room asked for before cannot be shown. */
  refusal: Failure | null;
  room: string | null;
  watch: (room: string) => void;
  /** Instead of the server's list. */
  askHouse?: AskHouse;
  /** Instead of the server. */
  openRoom?: OpenRoom;
}

interface State {
  code: string;
  /** Whether the letters are shown. */
  typing: boolean;
  /** What the server said last; null before that. */
  house: GameList | null;
  /** The server does not answer; it is asked again. */
  offline: boolean;
  /** No room could be opened. */
  failed: boolean;
}

/** Rooms that this page went to, which it does not follow again: somebody left them. */
const followed = new Set<string>();
/** Rooms that this page opened. */
const opened = new Set<string>();

const REFUSALS: Record<string, EntryKey> = {
  "room/not_found": "entry.unknown",
  "wire/malformed": "entry.unknown",
  "room/unreadable": "entry.unreadable",
  "wire/protocol": "entry.protocol",
};

export class CodeEntry extends Component<Props & { words: EntryWords }, State> {
  override state: State = { code: "", typing: false, house: null, offline: false, failed: false };
  private readonly place = createRef<HTMLDivElement>();
  private code = "";
  private typing = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  private gone = false;
  /** Whether somebody has pressed a key: from then on the focus is theirs. */
  private touched = false;

  override componentDidMount(): void {
    window.addEventListener("keydown", this.typed);
    this.startAgain();
    this.look();
    this.timer = setInterval(() => this.look(), EVERY);
  }

  override componentDidUpdate(before: Props, { house, typing }: State): void {
    // Asking the same room again in the background must not disturb who is typing.
    const { room, refusal } = this.props;
    if (before.room !== room || before.refusal?.code !== refusal?.code) this.startAgain();
    else if (typing !== this.state.typing) this.focusFirst();
    else if (house !== this.state.house) this.keepFocus();
  }

  override componentWillUnmount(): void {
    window.removeEventListener("keydown", this.typed);
    clearInterval(this.timer);
    this.gone = true;
  }

  private startAgain(): void {
    const { room, refusal } = this.props;
    if (room !== null && refusal?.code === "room/not_found") forgetRoom(room);
    this.touched = false;
    this.write("", false);
    this.focusFirst();
  }

  /** What is not seen needs no news. */
  private look(): void {
    if (document.visibilityState === "hidden") return;
    (this.props.askHouse ?? askServer)().then(
      (house) => {
        this.setState({ house, offline: false });
        this.follow(house);
      },
      () => this.setState({ offline: true }),
    );
  }

  /** The only game of the house needs no choice, unless somebody is making one. */
  private follow({ games: [only, another] }: GameList): void {
    if (only === undefined || another !== undefined) return;
    if (this.typing || this.gone || this.refusal() !== null || followed.has(only.room)) return;
    this.watch(only.room);
  }

  private watch(room: string): void {
    followed.add(room);
    this.props.watch(room);
  }

  private readonly open = (): void => {
    (this.props.openRoom ?? openOnServer)(this.props.words.language).then(
      (room) => {
        if (this.gone) return;
        opened.add(room);
        this.watch(room);
      },
      () => this.setState({ failed: true }),
    );
  };

  /** What the screen says about the room asked for; not of one that it opened and that nobody wanted. */
  private refusal(): Failure | null {
    const { refusal, room } = this.props;
    return room !== null && opened.has(room) ? null : refusal;
  }

  /** A game that came is one OK away, unless somebody is choosing; a game that went takes no focus along. */
  private keepFocus(): void {
    const { rows, letters } = this.buttons();
    if (!this.touched || [...rows, ...letters].every((button) => button !== document.activeElement)) this.focusFirst();
  }

  /** After a wrong code one wants to type it again. */
  private focusFirst(): void {
    const { rows, letters } = this.buttons();
    const first = this.refusal() === null ? rows[0] : rows[rows.length - 1];
    (first ?? letters[0])?.focus();
  }

  private buttons(): Buttons {
    const all = Array.from(this.place.current?.querySelectorAll("button") ?? []);
    return this.typing ? { rows: [], letters: all } : { rows: all, letters: [] };
  }

  /** At once, not at the next drawing: keys can come faster. */
  private write(code: string, typing: boolean): void {
    this.code = code;
    this.typing = typing;
    this.setState({ code, typing, failed: false });
  }

  private press(key: string): void {
    const { code } = this;
    this.write(key === DELETE ? code.slice(0, -1) : (code + key).slice(0, CODE_LENGTH), true);
    if (key !== DELETE && this.code.length === CODE_LENGTH) this.watch(this.code);
  }

  private readonly typed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyOf(event);
    const letter = key.toUpperCase();
    this.touched = true;
    // With nothing to delete, back means away from the letters; and from there, out of here.
    if (key === BACK && this.code !== "") this.press(DELETE);
    else if (key === BACK && this.typing) this.write("", false);
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

  override render({ room, words }: Props & { words: EntryWords }, { code, house, typing }: State): JSX.Element {
    if (typing) {
      return (
        <div class="entry" data-testid="tv-code-entry" ref={this.place}>
          <Keyboard code={code} words={words} press={(key) => this.press(key)} />
          <p class="entry-hint">{words.say("entry.keys")}</p>
        </div>
      );
    }
    return (
      <div class="entry start" data-testid="tv-code-entry" ref={this.place}>
        <Start
          address={house?.address ?? null}
          offers={offers(house?.games ?? [], latestRooms(), this.refusal() === null ? null : room)}
          opens={house?.opens ?? false}
          trouble={this.trouble()}
          words={words}
          watch={(chosen) => this.watch(chosen)}
          open={this.open}
          type={() => this.write("", true)}
        />
      </div>
    );
  }

  /** What is the matter. */
  private trouble(): JSX.Element | null {
    const { room, words } = this.props;
    const refusal = this.refusal();
    const about = (key: EntryKey): JSX.Element => (
      <p class="entry-trouble" role="alert">{words.say(key, { code: room ?? "" })}</p>
    );
    if (this.state.offline) return about("entry.offline");
    if (this.state.failed) return about("entry.failed");
    if (refusal !== null) return about(REFUSALS[refusal.code] ?? "entry.trouble");
    return this.props.refusal === null ? null : about("entry.unclaimed");
  }
}
