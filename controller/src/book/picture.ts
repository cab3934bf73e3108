/** A game as a picture, drawn on this phone: the board as everybody saw it, the clues, the awards. */
import { awardText, clueText } from "../../../common/book/awards";
import type { Opened } from "../../../common/book/moments";
import type { BookWords } from "../../../common/book/words";
import { lineHeight } from "../../../common/language/scripts";
import { LANGUAGES } from "../../../common/language/languages";
import { isLettered, MARKS, OUTLINES } from "../../../common/look/shapes";
import { isPhoto, photoUrl } from "../../../common/photos/photos";
import { drawn } from "../../../common/scenes/scene";
import type { BookPage, Identity } from "../../../common/wire";
import { outcome } from "../evening/evening";
import { COLUMNS } from "../pictures/pictures";
import type { Ui } from "../ui";

const WIDTH = 1200;
const EDGE = 48;
const GAP = 12;
const CARD = { width: (WIDTH - 2 * EDGE - (COLUMNS - 1) * GAP) / COLUMNS, height: 130 };
const HEAD = 150;
const LINE = 46;
/** A picture's cards are higher: what is on them has no line to stand on. */
const PICTURE_HEIGHT = 180;

interface Drawing {
  pen: CanvasRenderingContext2D;
  ui: Ui;
  /** The value of one of the look's tokens. */
  token(name: string): string;
}

/** Rejects where the browser cannot draw, or a font or photo does not come. */
export async function pictureOf(ui: Ui, words: BookWords, { page }: Opened): Promise<Blob> {
  const below = linesBelow(words, page);
  const cardHeight = page.settings.board === "words" ? CARD.height : PICTURE_HEIGHT;
  const rows = Math.ceil(page.codenames.length / COLUMNS);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + rows * (cardHeight + GAP) + below.length * LINE + 2 * EDGE;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  const style = getComputedStyle(document.documentElement);
  const drawing: Drawing = { pen, ui, token: (name) => style.getPropertyValue(`--${name}`).trim() };
  await fetchFonts(drawing, [...page.codenames, ...below].join(" "));
  pen.fillStyle = drawing.token("table");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  drawHead(drawing, words, page);
  for (let at = 0; at < page.codenames.length; at += 1) {
    const x = EDGE + (at % COLUMNS) * (CARD.width + GAP);
    const y = HEAD + Math.floor(at / COLUMNS) * (cardHeight + GAP);
    await drawCard(drawing, page, at, { x, y, width: CARD.width, height: cardHeight });
  }
  drawBelow(drawing, below, HEAD + rows * (cardHeight + GAP) + EDGE);
  return new Promise((done, failed) =>
    canvas.toBlob((file) => (file === null ? failed(new Error("no picture")) : done(file)), "image/png"),
  );
}

/** A canvas takes only fonts that are here. */
async function fetchFonts({ token }: Drawing, text: string): Promise<void> {
  const fonts = [`${token("weight-words")} 40px ${token("font-words")}`, `500 40px ${token("font-text")}`, SCENES];
  await Promise.all(fonts.map((font) => document.fonts.load(font, text)));
}

const SCENES = '700 40px "Undercast Scenes"';

function drawHead({ pen, ui, token }: Drawing, words: BookWords, page: BookPage): void {
  pen.textBaseline = "alphabetic";
  pen.textAlign = "left";
  pen.fillStyle = token("accent");
  pen.font = `${token("weight-words")} 56px ${token("font-words")}`;
  const title = outcome(ui.words, { mode: page.settings.mode, ...page.result });
  write(pen, title.toLocaleUpperCase(), EDGE, 78, WIDTH - 2 * EDGE);
  pen.fillStyle = token("text-soft");
  pen.font = `500 30px ${token("font-text")}`;
  const day = new Date(page.at).toLocaleDateString(LANGUAGES[words.language].tag);
  write(pen, `Undercast · ${words.say("game", { n: page.number })} · ${day}`, EDGE, 122, WIDTH - 2 * EDGE);
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function drawCard(drawing: Drawing, page: BookPage, at: number, box: Box): Promise<void> {
  const { pen, token } = drawing;
  const identity = page.revealed[at] ?? null;
  const codename = page.codenames[at] ?? "";
  pen.fillStyle = identity === null ? token("paper") : token(identity);
  pen.fillRect(box.x, box.y, box.width, box.height);
  const sign = identity === null ? 0 : 44;
  const space = { ...box, height: box.height - sign - 8 };
  if (page.settings.board === "words") {
    pen.fillStyle = identity === null ? token("ink") : token("on-identity");
    drawWord(drawing, codename.toLocaleUpperCase(), space);
  } else if (isPhoto(codename)) {
    await drawPhoto(pen, codename, space);
  } else {
    pen.fillStyle = identity === null ? token("ink") : token("on-identity");
    pen.font = SCENES.replace("40px", "72px");
    centred(pen, drawn(codename), space);
  }
  if (identity !== null) drawSign(drawing, identity, { x: box.x + box.width / 2 - 18, y: box.y + box.height - 46 });
}

function drawWord({ pen, token }: Drawing, word: string, box: Box): void {
  const font = (size: number): string => `${token("weight-words")} ${size}px ${token("font-words")}`;
  pen.font = font(100);
  const size = Math.min(40, (100 * (box.width - 16)) / pen.measureText(word).width);
  pen.font = font(Math.floor(size / lineHeight(word, 1)));
  centred(pen, word, box);
}

function centred(pen: CanvasRenderingContext2D, text: string, box: Box): void {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, box.x + box.width / 2, box.y + box.height / 2 + 4);
}

async function drawPhoto(pen: CanvasRenderingContext2D, codename: string, box: Box): Promise<void> {
  const image = new Image();
  await new Promise((done, failed) => {
    image.onload = done;
    image.onerror = failed;
    image.src = photoUrl(codename);
  });
  const scale = Math.min((box.width - 8) / image.width, (box.height - 4) / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  pen.drawImage(image, box.x + (box.width - width) / 2, box.y + 4 + (box.height - 4 - height) / 2, width, height);
}

/** The identity's shape, white on its colour, with its letter. */
function drawSign({ pen, ui, token }: Drawing, identity: Identity, { x, y }: { x: number; y: number }): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(0.36, 0.36);
  pen.fillStyle = token("on-identity");
  pen.fill(new Path2D(OUTLINES[identity]));
  pen.fillStyle = token(identity);
  if (!isLettered(identity)) {
    pen.fill(new Path2D(MARKS[identity]));
  } else {
    pen.font = `${token("weight-words")} 54px ${token("font-words")}`;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    pen.fillText(ui.words.say(`letter.${identity}`), 50, identity === "green" ? 81 : 69);
  }
  pen.restore();
}

/** The clues with what they found, and the awards. */
function linesBelow(words: BookWords, page: BookPage): string[] {
  const clues = page.turns.flatMap(({ clue, giver, team, touches }) => {
    if (clue === null) return [];
    const found = touches.filter(({ identity, undone }) => identity === team && !undone).length;
    const name = giver === null ? "" : ` (${page.names[giver] ?? ""})`;
    return [`${clueText(words.say, clue.word, clue.number)}${name} · ${words.say("told.found")}: ${found}`];
  });
  const awards = page.awards.map((award) => {
    const { title, clue, what } = awardText(words, award, page);
    return `★ ${title}: ${clue === null ? what : `${clue}, ${what}`}`;
  });
  return [...awards, ...clues];
}

function drawBelow({ pen, token }: Drawing, lines: readonly string[], top: number): void {
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.fillStyle = token("text");
  pen.font = `500 30px ${token("font-text")}`;
  lines.forEach((line, at) => write(pen, line, EDGE, top + at * LINE, WIDTH - 2 * EDGE));
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, most: number): void {
  pen.fillText(text, x, y, most);
}
