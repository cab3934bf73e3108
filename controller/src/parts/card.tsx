import type { JSX } from "preact";
import { Shape } from "../../../common/shapes";
import type { Identity, LobbyView, Mark } from "../../../common/wire";
import type { Room } from "../fit";
import { nameOf } from "../me";
import { key, useUi } from "../ui";
import type { Ui } from "../ui";
import { Face } from "./face";

interface Props {
  position: number;
  codename: string;
  /** The inside of the card. */
  room: Room;
  revealed: Identity | null;
  /** From the key, when it lies open. */
  identity: Identity | null;
  marks: readonly Mark[];
  lobby: LobbyView;
  selected: boolean;
  /** Touched, and not answered yet. */
  pending: boolean;
  /** What a tap does; null when nothing can be chosen. */
  tap: ((position: number) => void) | null;
}

export function Card(props: Props): JSX.Element {
  const { words } = useUi();
  const { position, codename, revealed, identity, selected, pending, marks } = props;
  const open = props.tap !== null && revealed === null;
  const known = revealed ?? identity;
  return (
    <button
      type="button"
      class={classes(props)}
      data-testid={`card-${position}`}
      data-revealed={revealed ?? undefined}
      data-selected={selected ? "" : undefined}
      data-identity={identity ?? undefined}
      aria-pressed={selected}
      aria-disabled={!open}
      aria-busy={pending}
      onClick={() => open && props.tap?.(position)}
    >
      <span class="card-face">
        <Face position={position} codename={codename} room={props.room} band={known !== null} />
        <span class="hidden-text">{`, ${state(props, words)}`}</span>
        {known !== null && (
          <span class="card-identity" aria-hidden="true">
            <Shape identity={known} letter={words.say(key("letter", known))} inverted />
          </span>
        )}
        {marks.length > 0 && (
          <span class="card-marks" aria-hidden="true">
            {marks.map((mark) => initial(nameOf(props.lobby, mark.by))).join("")}
          </span>
        )}
      </span>
    </button>
  );
}

function classes({ revealed, identity, selected, pending }: Props): string {
  const all = ["card"];
  if (revealed !== null) all.push("card-revealed", `is-${revealed}`);
  else if (identity !== null) all.push("card-keyed", `is-${identity}`);
  if (selected) all.push("card-selected");
  if (pending) all.push("card-pending");
  return all.join(" ");
}

/** What a screen reader says after the word: its state, and what the key tells. */
function state(props: Props, words: Ui["words"]): string {
  const { revealed, identity, marks, lobby } = props;
  const parts: string[] = [];
  if (revealed !== null) {
    parts.push(words.say(key("identity", revealed)), words.say("card.revealed"));
  } else {
    parts.push(words.say("card.hidden"));
    if (identity !== null) parts.push(words.say(key("identity", identity)));
  }
  if (marks.length > 0) {
    const names = marks.map((mark) => nameOf(lobby, mark.by)).join(", ");
    parts.push(words.say("card.marked", { names }));
  }
  return parts.join(", ");
}

function initial(name: string): string {
  return Array.from(name)[0] ?? "?";
}
