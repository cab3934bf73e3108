/** Codenames that are no words: what they are called, and how a scene is broken into two lines. */
import { langAt, pageLang } from "../../../common/language/capitals";
import { isPhoto } from "../../../common/photos/photos";
import type { TextKey, Ui } from "../ui";
import { view } from "../view";

/** Columns of every board. */
export const COLUMNS = 5;

/** Whether the game that is on has pictures. */
export function hasPictures({ state }: Ui): boolean {
  return view(state)?.game?.settings.board === "pictures";
}

/** A codename in words, for what is told or heard: a picture by what is in it, or by its place. */
export function told(ui: Ui, codename: string, position: number): string {
  if (!hasPictures(ui)) return codename;
  const { words, scenes } = ui;
  const place = { row: Math.floor(position / COLUMNS) + 1, column: (position % COLUMNS) + 1 };
  if (isPhoto(codename)) return words.say("picture.photo", place);
  return scenes?.called(codename) ?? words.say("picture.scene", place);
}

/** The codename at a position, in words. */
export function toldAt(ui: Ui, position: number): string {
  return told(ui, view(ui.state)?.game?.codenames[position] ?? "", position);
}

/** The language of the codename at a position. */
export function langHere({ state }: Ui, position: number): string {
  const game = view(state)?.game ?? null;
  return game === null ? pageLang() : langAt(game, position);
}

/** The text for what lies on the table: some speak of words, and of pictures where there are such. */
export function saying(ui: Ui, name: TextKey): string {
  const ofPictures = `${name}.pictures`;
  return ui.words.say(hasPictures(ui) && ui.words.has(ofPictures) ? ofPictures : name);
}

const PICTURE = "\ufe0f";

/** How many emoji a scene has. */
export function emojiIn(scene: string): number {
  return Array.from(scene).filter((char) => char !== PICTURE).length;
}

/** A drawn scene in two lines. */
export function halves(drawn: string): string[] {
  const emoji = Array.from(drawn);
  const half = Math.ceil(emoji.length / 2);
  return [emoji.slice(0, half).join(""), emoji.slice(half).join("")];
}
