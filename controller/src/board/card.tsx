import { Fragment } from "preact";
import type { JSX } from "preact";
import { BotSign, Silhouette } from "../../../common/look/drawings";
import { Stamp } from "../../../common/look/stamp";
import type { Beat } from "../../../common/moments/score";
import { stampIn } from "../../../common/people";
import type { Identity, LobbyView, Mark } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { isBot, saidName } from "../bots/name";
import { isOut } from "../duet/duet";
import type { OnCard } from "../duet/duet";
import { Foot, hasFoot, saidOf } from "../duet/foot";
import { Eye } from "../predictions/eye";
import { useUi } from "../ui";
import type { Ui } from "../ui";
import { Face } from "./face";
import type { Space } from "./fit";

interface Props {
  position: number;
  codename: string;
  /** The inside of the card. */
  space: Space;
  revealed: Identity | null;
  /** From the key, when it lies open. */
  identity: Identity | null;
  /** What a duet adds to it; null in the other modes. */
  duet: OnCard | null;
  marks: readonly Mark[];
  lobby: LobbyView;
  /** The beat that is about this card. */
  beat: Beat["kind"] | null;
  selected: boolean;
  /** Expected by this phone to be touched next. */
  predicted: boolean;
  /** Kept in mind on this phone alone. */
  noted: boolean;
  /** By the clue that this phone thinks of. */
  meant: boolean;
  /** Where the Tab key enters the board. */
  stop: boolean;
  /** Touched, and not answered yet. */
  pending: boolean;
  /** What a tap does; null when nothing can be chosen. */
  tap: ((position: number) => void) | null;
}

export function Card(props: Props): JSX.Element {
  const ui = useUi();
  const { position, codename, revealed, identity, duet, selected, predicted, noted, meant, pending, marks, lobby } = props;
  const open = props.tap !== null && revealed === null && props.beat === null && (duet === null || !isOut(duet));
  const known = revealed ?? identity;
  const foot = duet !== null && hasFoot({ revealed, identity, duet });
  return (
    <button
      type="button"
      class={classes(props)}
      tabIndex={props.stop ? 0 : -1}
      data-testid={`card-${position}`}
      data-beat={props.beat ?? undefined}
      data-revealed={revealed ?? undefined}
      data-selected={selected ? "" : undefined}
      data-identity={identity ?? undefined}
      data-identity-b={duet?.identityB ?? undefined}
      data-out={duet?.out.join(" ") || undefined}
      aria-pressed={selected || ((predicted || noted || meant) && revealed === null)}
      aria-disabled={!open}
      aria-busy={pending}
      onClick={() => open && props.tap?.(position)}
    >
      <span class="card-face">
        {revealed !== null && <Silhouette identity={revealed} />}
        <Face position={position} codename={codename} space={props.space} band={known !== null || foot} />
        <span class="hidden-text">{`, ${described(props, ui)}`}</span>
        {foot && <Foot revealed={revealed} identity={identity} duet={duet} lobby={lobby} />}
        {duet === null && known !== null && (
          <span class="card-identity" aria-hidden="true">
            <Sign identity={known} inverted />
          </span>
        )}
        {predicted && revealed === null && <Eye />}
        {marks.length > 0 && <Marks marks={marks} lobby={lobby} />}
      </span>
    </button>
  );
}

const MAX_MARKS = 3;

/** The stamps of those who marked it, a bot's sign; of many some are only counted. */
function Marks({ marks, lobby }: Pick<Props, "marks" | "lobby">): JSX.Element {
  const shown = marks.length > MAX_MARKS ? marks.slice(0, MAX_MARKS - 1) : marks;
  const more = marks.length - shown.length;
  return (
    <span class="card-marks" aria-hidden="true">
      {shown.map(({ by, unsure }) => (
        <Fragment key={by}>
          {isBot(lobby, by) ? <BotSign /> : <Stamp of={stampIn(lobby, by)} />}
          {unsure && "?"}
        </Fragment>
      ))}
      {more > 0 && `+${more}`}
    </span>
  );
}

function classes({ revealed, identity, duet, selected, predicted, noted, meant, pending }: Props): string {
  const all = ["card"];
  if (revealed !== null) all.push("card-revealed", `is-${revealed}`);
  else if (identity !== null && duet?.small === true) all.push("card-hinted");
  else if (identity !== null && (duet === null || duet.identityB === null)) all.push("card-keyed", `is-${identity}`);
  else if (duet !== null && duet.out.length > 0) all.push("card-noted");
  if (duet !== null && duet.identityB !== null) all.push("card-both");
  if (duet !== null && isOut(duet)) all.push("card-out-here");
  if (selected) all.push("card-selected");
  if (predicted && revealed === null) all.push("card-predicted");
  if (noted && revealed === null) all.push("card-pencilled");
  if (meant && revealed === null) all.push("card-meant");
  if (pending) all.push("card-pending");
  return all.join(" ");
}

/** What a screen reader says after the word: its state, and what the key tells. */
function described(props: Props, ui: Ui): string {
  const { words } = ui;
  const { revealed, identity, duet, marks, lobby } = props;
  const parts: string[] = [];
  if (revealed !== null) {
    parts.push(words.say(`identity.${revealed}`), words.say("card.revealed"));
  } else {
    parts.push(words.say("card.hidden"));
    if (props.predicted) parts.push(words.say("card.predicted"));
    if (props.noted) parts.push(words.say("card.pencilled"));
    if (props.meant) parts.push(words.say("card.meant"));
    if (identity !== null && duet === null) parts.push(words.say(`identity.${identity}`));
  }
  if (duet !== null) parts.push(...saidOf(ui, identity, duet, lobby));
  if (marks.length > 0) {
    const names = marks.map((mark) => saidName(ui, lobby, mark.by)).join(", ");
    parts.push(words.say("card.marked", { names }));
    for (const { by, unsure } of marks) if (unsure) parts.push(words.say("thinking.unsure", { name: saidName(ui, lobby, by) }));
  }
  return parts.join(", ");
}
