/** The shapes of identities with their letters in the phone's language. */
import type { JSX } from "preact";
import { isLettered, Shape } from "../../../common/look/shapes";
import type { Team } from "../../../common/wire";
import { useUi } from "../ui";

/** Decoration beside a text that says what it is, unless it has a label. */
export function Sign(props: Omit<Parameters<typeof Shape>[0], "letter">): JSX.Element {
  const { words } = useUi();
  const { identity } = props;
  return <Shape {...props} letter={isLettered(identity) ? words.say(`letter.${identity}`) : ""} />;
}

/** The same for a team, where no text beside it says which one it is. */
export function TeamSign({ team }: { team: Team }): JSX.Element {
  const { words } = useUi();
  return <Sign identity={team} label={words.say(`team.${team}`)} />;
}

/** A team's shape beside a number: without its letter, which could be taken for a digit (З). */
export function PlainSign({ team, inverted = false }: { team: Team; inverted?: boolean }): JSX.Element {
  const { words } = useUi();
  return <Shape identity={team} inverted={inverted} label={words.say(`team.${team}`)} />;
}
