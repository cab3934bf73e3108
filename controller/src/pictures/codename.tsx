/** A codename within other things: a word, or a small picture that says what it is called. */
import type { JSX } from "preact";
import { Photo } from "../../../common/photos/photo";
import { isPhoto } from "../../../common/photos/photos";
import { useUi } from "../ui";
import { view } from "../view";
import { hasPictures, langHere, told } from "./pictures";

interface Props {
  position: number;
  /** Alone and as large as there is room, not within a line. */
  large?: boolean;
}

/** The codename at a position of the board that is on the screen. */
export function Codename({ position, large = false }: Props): JSX.Element {
  const ui = useUi();
  const codename = view(ui.state)?.game?.codenames[position] ?? "";
  if (!hasPictures(ui)) return <span lang={langHere(ui, position)}>{codename}</span>;
  const label = told(ui, codename, position);
  const size = large ? "picture-large" : "picture-small";
  if (isPhoto(codename)) {
    return (
      <span class={size}>
        <Photo key={codename} codename={codename} label={label} failed={large ? ui.words.say("picture.failed") : null} />
      </span>
    );
  }
  return (
    <span class={`scene ${size}`} role="img" aria-label={label}>
      {ui.scenes?.drawn(codename)}
    </span>
  );
}
