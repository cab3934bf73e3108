/** The shapes of identities with their letters in the screen's language. */
import type { JSX } from "preact";

import { isLettered, Shape } from "../../../common/look/shapes";
import type { Team } from "../../../common/wire";
import { say } from "../words";

/** Decoration beside a text that says what it is, unless it has a label. */
type Props = Omit<Parameters<typeof Shape>[0], "letter">;

export function Sign(props: Props): JSX.Element {
  const { identity } = props;
  const letter = isLettered(identity) ? say(`letter.${identity}`) : "";
  return <Shape {...props} letter={letter} />;
}

/** The same for a team, where no text beside it says which one it is. */
export function TeamSign(props: { team: Team; inverted?: boolean }): JSX.Element {
  const { team } = props;
  return <Sign {...props} identity={team} label={say(`team.${team}`)} />;
}

/** An identity's shape beside a number: without its letter, which could be taken for a digit (З, B). */
export function PlainSign(props: Props): JSX.Element {
  return <Shape {...props} />;
}
