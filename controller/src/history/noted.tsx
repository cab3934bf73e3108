/** Once all is told: which cards a clue meant, and how those who guessed saw the board. */
import { Fragment } from "preact";
import type { ComponentChildren, JSX } from "preact";
import type { Note, Turn } from "../../../common/wire";
import { useUi } from "../ui";

/** Of a ranking, as many as are told. */
const MOST = 5;

interface Props {
  turn: Turn;
  /** Of this turn. */
  notes: readonly Note[];
  /** A card, as it is called here. */
  codename(position: number): ComponentChildren;
  name(id: string): ComponentChildren;
}

export function Noted({ turn, notes, codename, name }: Props): JSX.Element {
  const { words } = useUi();
  const [before, after] = words.say("notes.ranked", { name: "|" }).split("|");
  return (
    <>
      {notes.map(({ by, cards }) =>
        by === turn.giver ? (
          <Meant key={by} turn={turn} cards={cards} codename={codename} />
        ) : (
          <p key={by} class="noted" data-testid="ranked">
            <span class="aside">
              {before}
              {name(by)}
              {after}
            </span>{" "}
            <List cards={cards.slice(0, MOST)} codename={codename} />
          </p>
        ),
      )}
    </>
  );
}

function Meant({ turn, cards, codename }: Pick<Props, "turn" | "codename"> & { cards: readonly number[] }): JSX.Element {
  const { words } = useUi();
  const found = turn.touches.filter(({ undone }) => !undone).map(({ position }) => position);
  return (
    <p class="noted" data-testid="meant-then">
      <span class="aside">{words.say("notes.meant")}</span>{" "}
      <List
        cards={cards}
        codename={(position) =>
          found.indexOf(position) < 0 ? (
            codename(position)
          ) : (
            <span class="noted-found">
              {codename(position)}
              <span aria-hidden="true"> ✓</span>
              <span class="hidden-text"> ({words.say("notes.found")})</span>
            </span>
          )
        }
      />
    </p>
  );
}

function List({ cards, codename }: Pick<Props, "codename"> & { cards: readonly number[] }): JSX.Element {
  return (
    <span class="noted-cards">
      {cards.map((position, at) => (
        <Fragment key={position}>
          {at > 0 && ", "}
          {codename(position)}
        </Fragment>
      ))}
    </span>
  );
}
