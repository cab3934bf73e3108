/** Draws the things of the case file on a canvas: paper, sleeves, signs, texts. Names and words are data, whatever is in them. */
import file from "../../../common/look/drawings.svg?no-inline";
import { isLettered, MARKS, OUTLINES } from "../../../common/look/shapes";
import { lineHeight } from "../../../common/language/scripts";
import type { Identity } from "../../../common/wire";
import type { Ui } from "../ui";

export interface Box {
  /** From where lines begin: from the right edge where the script runs to the left. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextStyle {
  /** `scenes`: emoji as they are on the cards. */
  font: "words" | "text" | "scenes";
  size: number;
  /** A token. */
  colour: string;
  align?: "start" | "center" | "end";
  /** How much smaller it may become. */
  smallest?: number;
}

/** What is too wide becomes this much smaller at most; then it is cut. A canvas squeezes the last of it. */
const SMALLEST = 0.5;
const SQUEEZED = 1.04;
/** More is never measured. */
const MOST_LETTERS = 120;
/** What has no shape, ends a line or turns the direction of what comes after it. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u200e\u200f\u2028-\u202e\u2060-\u2067\u206a-\u206f\ufeff]+/g;
const ISOLATES = /[\u2068\u2069]+/g;

/** Of one line. */
function plain(text: string): string {
  return Array.from(text.replace(UNSEEN, " ").trim()).slice(0, MOST_LETTERS).join("");
}

/** Within other text: its direction stays its own. */
export function isolated(text: string): string {
  return `\u2068${plain(text.replace(ISOLATES, ""))}\u2069`;
}

/** The drawings that pages take from the same file. */
type Drawings = ReadonlyMap<string, { path: Path2D; rule: CanvasFillRule }>;

export async function fetchDrawings(): Promise<Drawings> {
  const text = await (await fetch(file)).text();
  const symbols = new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("symbol");
  return new Map(
    Array.from(symbols, (symbol) => {
      const drawn = symbol.querySelector("path");
      const rule = drawn?.getAttribute("fill-rule") === "evenodd" ? "evenodd" : "nonzero";
      return [symbol.id, { path: new Path2D(drawn?.getAttribute("d") ?? ""), rule }];
    }),
  );
}

export class Pen {
  private readonly style = getComputedStyle(document.documentElement);
  private readonly rtl = document.documentElement.dir === "rtl";

  /** `wide`: how wide the whole picture is. */
  constructor(
    private readonly pen: CanvasRenderingContext2D,
    private readonly ui: Ui,
    private readonly drawings: Drawings,
    private readonly wide: number,
  ) {}

  /** From the left, where on the canvas something of this width begins. */
  private left({ x, width }: Pick<Box, "x" | "width">): number {
    return this.rtl ? this.wide - x - width : x;
  }

  /** A canvas takes only fonts that are here. */
  async fetchFonts(text: string): Promise<void> {
    const fonts = (["words", "text", "scenes"] as const).map((font) => this.font(font, 40));
    await Promise.all(fonts.map((font) => document.fonts.load(font, text)));
  }

  fill(box: Box, from: string, to = from): void {
    const { pen } = this;
    const { y, width, height } = box;
    const light = pen.createLinearGradient(0, y, 0, y + height);
    light.addColorStop(0, this.token(from));
    light.addColorStop(1, this.token(to));
    pen.fillStyle = light;
    pen.fillRect(this.left(box), y, width, height);
  }

  /** An index card: a faint grid, and a punched corner. */
  paper(box: Box): void {
    const { pen } = this;
    this.fill(box, "paper-lit", "paper");
    pen.fillStyle = this.token("paper-grid");
    const left = this.left(box);
    for (let x = left + GRID; x < left + box.width; x += GRID) pen.fillRect(x, box.y, 1, box.height);
    for (let y = box.y + GRID; y < box.y + box.height; y += GRID) pen.fillRect(left, y, box.width, 1);
    pen.fillStyle = this.token("paper-hole");
    pen.beginPath();
    pen.arc(this.left({ x: box.x + 13, width: 0 }), box.y + 13, 5, 0, 2 * Math.PI);
    pen.fill();
  }

  /** A dossier's sleeve, with whoever it was printed on it. */
  sleeve(box: Box, identity: Identity): void {
    const { pen } = this;
    this.fill(box, identity, `${identity}-deep`);
    const size = Math.min(box.height * 0.86, box.width * 0.5);
    pen.fillStyle = this.token(identity === "assassin" ? "figure-light" : "figure");
    this.draw(identity, { x: box.x + box.width - size, y: box.y + box.height - size, width: size, height: size }, 100);
  }

  wordmark({ x, y, height }: Pick<Box, "x" | "y" | "height">, colour: string): void {
    this.pen.fillStyle = this.token(colour);
    this.draw("wordmark", { x, y, width: (height * 140) / 24, height }, 24);
  }

  /** The identity's shape in its colour with its letter; `inverted`: on that colour. */
  sign(identity: Identity, x: number, y: number, size: number, inverted = false): void {
    const { pen, ui } = this;
    const [shape, letter] = inverted ? ["on-identity", identity] : [identity, "on-identity"];
    pen.save();
    pen.translate(this.left({ x, width: size }), y);
    pen.scale(size / 100, size / 100);
    pen.fillStyle = this.token(shape);
    pen.fill(new Path2D(OUTLINES[identity]));
    pen.fillStyle = this.token(letter);
    if (isLettered(identity)) {
      pen.font = this.font("words", 54);
      pen.textAlign = "center";
      pen.textBaseline = "alphabetic";
      pen.fillText(ui.words.say(`letter.${identity}`), 50, identity === "green" ? 81 : 69);
    } else {
      pen.fill(new Path2D(MARKS[identity]));
    }
    pen.restore();
  }

  image(image: CanvasImageSource & { width: number; height: number }, box: Box): void {
    const scale = Math.min(box.width / image.width, box.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    this.pen.drawImage(image, this.left(box) + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
  }

  /** One line, smaller or cut where the box asks for it. Gives its width. */
  text(text: string, box: Box, { font, size, colour, align = "start", smallest = SMALLEST }: TextStyle): number {
    const { pen } = this;
    // The words' font has narrow spaces.
    const whole = font === "words" ? plain(text).replace(/ /g, "  ") : plain(text);
    const room = Math.min(size, box.height / lineHeight(whole, 1));
    const wide = this.width(whole, font, room);
    const fitting = Math.max(room * smallest, Math.min(room, (room * box.width) / Math.max(1, wide)));
    const shown = this.cut(whole, font, fitting, box.width);
    pen.font = this.font(font, fitting);
    pen.direction = this.rtl ? "rtl" : "ltr";
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillStyle = this.token(colour);
    const from = { start: box.x, center: box.x + box.width / 2, end: box.x + box.width }[align];
    pen.fillText(shown, this.left({ x: from, width: 0 }), box.y + box.height / 2 + fitting * 0.05, box.width);
    return Math.min(box.width, this.width(shown, font, fitting));
  }

  width(text: string, font: TextStyle["font"], size: number): number {
    this.pen.font = this.font(font, size);
    return this.pen.measureText(text).width;
  }

  private cut(text: string, font: TextStyle["font"], size: number, most: number): string {
    if (this.width(text, font, size) <= most * SQUEEZED) return text;
    const letters = Array.from(text);
    while (letters.length > 1 && this.width(`${letters.join("")}…`, font, size) > most) letters.pop();
    return `${letters.join("")}…`;
  }

  private draw(name: string, box: Box, units: number): void {
    const { pen } = this;
    const { y, height } = box;
    const found = this.drawings.get(name);
    if (found === undefined) return;
    pen.save();
    pen.translate(this.left(box), y);
    pen.scale(height / units, height / units);
    pen.fill(found.path, found.rule);
    pen.restore();
  }

  private font(font: TextStyle["font"], size: number): string {
    if (font === "scenes") return `700 ${size}px "Undercast Scenes"`;
    return `${this.token(font === "words" ? "weight-words" : "weight-text")} ${size}px ${this.token(`font-${font}`)}`;
  }

  private token(name: string): string {
    return this.style.getPropertyValue(`--${name}`).trim();
  }
}

/** Between the lines of an index card. */
const GRID = 13;
