/** What a card shows besides its identity: the word, the scene or the photo, as large as it fits. */
import type { JSX } from "preact";
import { Photo } from "../../../common/photos/photo";
import { isPhoto } from "../../../common/photos/photos";
import { emojiIn, halves, hasPictures, langHere, told } from "../pictures/pictures";
import { useUi } from "../ui";
import { fit, fitScene } from "./fit";
import type { Space } from "./fit";

/** Pixels that an identity needs under the word, see board.css. */
const BAND = 32;
/** Of a low card, the share that is left to it. */
const LOW_BAND = 0.47;

interface Props {
  position: number;
  codename: string;
  /** The inside of the card. */
  space: Space;
  /** Whether an identity stands under it. */
  band: boolean;
}

export function Face(props: Props): JSX.Element {
  const ui = useUi();
  if (!hasPictures(ui)) return <Word {...props} />;
  return isPhoto(props.codename) ? <OfPhoto {...props} /> : <Scene {...props} />;
}

function Word({ position, codename, space, band }: Props): JSX.Element {
  const lang = langHere(useUi(), position);
  const { size, line, breaks } = fit(codename, within(space, band), space.width * 0.29, lang);
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

function Scene({ position, codename, space, band }: Props): JSX.Element {
  const ui = useUi();
  const drawn = ui.scenes?.drawn(codename) ?? "";
  const { size, stacked } = fitScene(emojiIn(codename), within(space, band));
  return (
    <span
      class="card-word card-word-whole card-scene scene"
      style={{ fontSize: `${size}px` }}
      role="img"
      aria-label={told(ui, codename, position)}
    >
      {(stacked ? halves(drawn) : [drawn]).map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </span>
  );
}

function OfPhoto({ position, codename }: Props): JSX.Element {
  const ui = useUi();
  return (
    <span class="card-word card-photo">
      <Photo
        key={codename}
        codename={codename}
        label={told(ui, codename, position)}
        failed={ui.words.say("picture.failed")}
      />
    </span>
  );
}

function within({ width, height, font }: Space, band: boolean): Space {
  return { width: width - 5, height: height - (band ? Math.min(BAND, height * LOW_BAND) : 4), font };
}
