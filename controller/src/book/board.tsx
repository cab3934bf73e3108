/** The cards of a game in the book: to be looked at. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Board } from "../../../common/book/moments";
import { langAt } from "../../../common/language/capitals";
import { Photo } from "../../../common/photos/photo";
import { isPhoto } from "../../../common/photos/photos";
import { drawn } from "../../../common/scenes/scene";
import type { Identity, Side } from "../../../common/wire";
import { Sign } from "../basics/sign";
import { useCardSpace } from "../board/board";
import { fit, fitScene } from "../board/fit";
import type { Space } from "../board/fit";
import { emojiIn } from "../pictures/pictures";
import { useUi } from "../ui";
import { called } from "./telling";
import { useBookWords } from "./words";

/** Pixels under a codename for an identity. */
const BAND = 26;

interface Props {
  board: Board;
  /** One key, or both of a duet, once they are to be seen. */
  keys: readonly (readonly Identity[])[];
}

export function BookBoard({ board, keys }: Props): JSX.Element {
  const { words } = useUi();
  const grid = useRef<HTMLDivElement>(null);
  const space = useCardSpace(grid);
  const pictures = board.settings.board === "pictures";
  return (
    <div
      class={`board book-board${pictures ? " board-pictures" : ""}`}
      role="list"
      aria-label={words.say("board")}
      ref={grid}
      data-testid="book-board"
    >
      {board.codenames.map((codename, position) => (
        <Card
          key={position}
          board={board}
          codename={codename}
          position={position}
          space={space}
          inKeys={keys.map((key) => key[position] ?? "bystander")}
        />
      ))}
    </div>
  );
}

interface CardProps {
  board: Board;
  codename: string;
  position: number;
  space: Space;
  inKeys: readonly Identity[];
}

function Card(props: CardProps): JSX.Element {
  const { words } = useUi();
  const { board, position, inKeys } = props;
  const revealed = board.revealed[position] ?? null;
  const kind = revealed ?? weightiest(inKeys);
  const out = (board.duet?.bystanders ?? []).filter((one) => one.position === position);
  const classes = ["card"];
  if (kind !== null) classes.push(revealed === null ? "card-keyed" : "card-revealed", `is-${kind}`);
  const signs = inKeys.length > 1 ? inKeys : kind === null ? [] : [kind];
  return (
    <div role="listitem" class={classes.join(" ")} data-testid={`book-card-${position}`} data-revealed={revealed ?? undefined}>
      <span class="card-face">
        <Face {...props} band={signs.length + out.length > 0} />
        {signs.length + out.length > 0 && (
          <span class="card-identity">
            {signs.map((identity, at) => (
              <Sign
                key={at}
                identity={identity}
                inverted
                label={words.say(`identity.${identity}`)}
              />
            ))}
            {out.map(({ side }) => (
              <OutFor key={side} side={side} />
            ))}
          </span>
        )}
      </span>
    </div>
  );
}

/** A bystander for one side of a duet. */
function OutFor({ side }: { side: Side }): JSX.Element {
  const { words } = useUi();
  return (
    <span class="book-out">
      <span class="hidden-text">{`${words.say(`seat.${side}`)}: ${words.say("identity.bystander")}`}</span>
      <span aria-hidden="true">{words.say(`letter.${side}`)}</span>
    </span>
  );
}

function Face({ board, codename, position, space, band }: CardProps & { band: boolean }): JSX.Element {
  const words = useBookWords();
  const box = { ...space, width: space.width - 5, height: space.height - (band ? BAND : 4) };
  if (board.settings.board === "words") {
    const lang = langAt(board, position);
    const { size, line, breaks } = fit(codename, box, space.width * 0.29, lang);
    return (
      <span
        class={`card-word${breaks ? "" : " card-word-whole"}`}
        style={{ fontSize: `${size}px`, lineHeight: line }}
        dir="auto"
        lang={lang}
      >
        {codename}
      </span>
    );
  }
  if (isPhoto(codename)) {
    return (
      <span class="card-word card-photo">
        <Photo key={codename} codename={codename} label={called(words, board, codename, position)} failed={null} />
      </span>
    );
  }
  return (
    <span class="card-word card-word-whole card-scene scene" style={{ fontSize: `${fitScene(emojiIn(codename), box).size}px` }}>
      {drawn(codename)}
    </span>
  );
}

/** What a card is above all, on one key or two; null without a key. */
function weightiest(inKeys: readonly Identity[]): Identity | null {
  const order: Identity[] = ["green", "assassin"];
  return order.filter((identity) => inKeys.indexOf(identity) >= 0)[0] ?? inKeys[0] ?? null;
}
