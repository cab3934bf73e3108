/** A codename as it is drawn: a word as large as its box allows, a scene in its font, a photo. */
import type { JSX } from "preact";

import { Photo } from "../../../common/photos/photo";
import { isPhoto, photoUrl } from "../../../common/photos/photos";
import { drawn } from "../../../common/scenes/scene";
import type { GameView } from "../../../common/wire";
import { Fitted } from "../text/fitted";
import { say } from "../words";

interface Props {
  codename: string;
  /** Its language. */
  lang: string;
  position: number;
  /** Whether it is of a board of pictures. */
  picture: boolean;
  /** The largest size of a word, as a share of its box's height. */
  largest?: number;
}

export function Codename({ codename, lang, position, picture, largest = 1 }: Props): JSX.Element {
  if (!picture) return <Fitted text={codename} lang={lang} largest={largest} />;
  if (!isPhoto(codename)) return <Fitted class="scene" text={drawn(codename)} largest={0.86} mostLines={1} />;
  const label = say("photo.name", { n: position + 1 });
  return <Photo key={codename} codename={codename} label={label} failed={say("photo.failed")} />;
}

/** Stands before the id of a photo in a text, where the photo is to be seen. */
const OBJECT = "\ufffc";

/** The codename at a position, to be put into a text that is drawn with `Told`. */
export function mentioned(game: GameView, codename: string): string {
  if (game.settings.board === "words") return codename;
  return isPhoto(codename) ? OBJECT + codename : drawn(codename);
}

/** A text in which photos are mentioned: each is drawn, as tall as the line. */
export function Told({ text }: { text: string }): JSX.Element {
  const parts = text.split(/\ufffc([0-9a-f]{16})/);
  return (
    <>
      {parts.map((part, i) =>
        i % 2 === 0 ? part : <img key={i} class="told-photo" src={photoUrl(part)} alt="" />,
      )}
    </>
  );
}
