/** Asks for the room's code: with a remote control's arrows and OK, or with a keyboard. */
import { Component, createRef } from "preact";
import type { JSX } from "preact";

import { Stencil } from "../../../common/look/drawings";
import { CODE_LENGTH, CODE_LETTERS } from "../../../common/wire";
import type { Failure } from "../../../common/wire";
import { say } from "../words";
import type { TextKey } from "../words";
import { lastRoom } from "./route";

export interface Props {
  /** Why the room asked for before cannot be shown. */
  refusal: Failure | null;
  room: string | null;
  watch: (room: string) => void;
}

const COLUMNS = 7;
const DELETE = "delete";
const KEYS = [...CODE_LETTERS.split(""), DELETE];

/**
 * Keys of remote controls that old televisions send by number only; the way back is 10009 on Tizen,
 * 461 on webOS, 166 in Android browsers.
 */
const BACK = "Backspace";
const REMOTE: Record<number, string> = {
  8: BACK,
  13: "Enter",
  37: "ArrowLeft",
  38: "ArrowUp",
  39: "ArrowRight",
  40: "ArrowDown",
  166: BACK,
  461: BACK,
  10009: BACK,
};

const REFUSALS: Record<string, TextKey> = {
  "room/not_found": "entry.unknown",
  "wire/malformed": "entry.unknown",
  "room/unreadable": "entry.unreadable",
  "wire/protocol": "entry.protocol",
};

export class CodeEntry extends Component<Props> {
  private readonly grid = createRef<HTMLDivElement>();
  private code = "";

  override componentDidMount(): void {
    window.addEventListener("keydown", this.typed);
    this.startAgain();
  }

  override componentDidUpdate(before: Props): void {
    // Asking the same room again in the background must not disturb who is typing.
    const { room, refusal } = this.props;
    if (before.room !== room || before.refusal?.code !== refusal?.code) this.startAgain();
  }

  override componentWillUnmount(): void {
    window.removeEventListener("keydown", this.typed);
  }

  private startAgain(): void {
    this.write("");
    this.grid.current?.querySelector("button")?.focus();
  }

  /** At once, not at the next drawing: keys can come faster. */
  private write(code: string): void {
    this.code = code;
    this.forceUpdate();
  }

  private press(key: string): void {
    const { code } = this;
    this.write(key === DELETE ? code.slice(0, -1) : (code + key).slice(0, CODE_LENGTH));
    if (key !== DELETE && this.code.length === CODE_LENGTH) this.props.watch(this.code);
  }

  private readonly typed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = REMOTE[event.keyCode] ?? event.key;
    const letter = key.toUpperCase();
    const grid = this.grid.current;
    // With nothing to delete, back means out of here.
    if (key === BACK && this.code !== "") this.press(DELETE);
    else if (letter.length === 1 && CODE_LETTERS.indexOf(letter) >= 0) this.press(letter);
    else if (!(key === "Enter" && pressFocused(grid, event.repeat)) && !moveFocus(grid, key)) return;
    event.preventDefault();
  };

  override render({ refusal, room, watch }: Props): JSX.Element {
    const { code } = this;
    const remembered = lastRoom();
    const offered = remembered !== null && remembered !== room ? remembered : null;
    return (
      <div class="entry" data-testid="tv-code-entry">
        <h1 class="wordmark"><Stencil /></h1>
        <h2>{say("entry.title")}</h2>
        {refusal === null ? (
          <p class="entry-hint">{say("entry.hint")}</p>
        ) : (
          <p class="entry-trouble" role="alert">
            {say(REFUSALS[refusal.code] ?? "entry.trouble", { code: room ?? "" })}
          </p>
        )}
        <div class="entry-code" role="img" aria-label={say("entry.typed", { code })}>
          {Array.from({ length: CODE_LENGTH }, (_, i) => (
            <span key={i} class={i === code.length ? "next" : ""}>
              {code.charAt(i)}
            </span>
          ))}
        </div>
        <div class="entry-keys" ref={this.grid} role="group" aria-label={say("entry.letters")}>
          {offered !== null && (
            <button class="entry-last" type="button" onClick={() => watch(offered)}>
              {say("entry.last", { code: offered })}
            </button>
          )}
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              aria-label={key === DELETE ? say("entry.delete") : key}
              onClick={() => this.press(key)}
            >
              {key === DELETE ? <BackArrow /> : key}
            </button>
          ))}
        </div>
        <p class="entry-hint">{say("entry.keys")}</p>
      </div>
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

/** OK on the remote: not every browser makes a click of it. Whether there was a button. */
function pressFocused(grid: HTMLElement | null, again: boolean): boolean {
  const button = document.activeElement;
  if (!(button instanceof HTMLButtonElement) || grid === null || !grid.contains(button)) return false;
  if (!again) button.click();
  return true;
}

/** Move the focus with an arrow key; whether the key was one. */
function moveFocus(grid: HTMLElement | null, key: string): boolean {
  const offset = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[key];
  if (grid === null || offset === undefined) return false;
  const buttons = Array.from(grid.querySelectorAll("button"));
  const letters = buttons.filter((button) => button.className !== "entry-last");
  const last = buttons[0] === letters[0] ? undefined : buttons[0];
  const at = letters.indexOf(document.activeElement as HTMLButtonElement);
  const onLast = last !== undefined && document.activeElement === last;
  if (onLast) (offset > 0 ? letters[0] : last)?.focus();
  else if (at < 0) letters[0]?.focus();
  else (letters[at + offset] ?? (offset < 0 ? last : undefined) ?? letters[at])?.focus();
  return true;
}
