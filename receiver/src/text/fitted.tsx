/** A text that is as large as its box allows. The box is the element's own, set by the styles. */
import { Component, createRef } from "preact";
import type { JSX } from "preact";

import { capitals } from "../../../common/language/capitals";
import { lineHeight } from "../../../common/language/scripts";
import { CAPITALS, fit } from "./fitting";

interface Props {
  /** Of several, each shorter than the one before, the first that fits at the box's font size. */
  text: string | readonly string[];
  /** The largest font size, as a share of the box's height. */
  largest?: number;
  mostLines?: number;
  /** Never smaller than the box's own font size; what is still too wide then ends in "…". */
  cut?: boolean;
  class?: string;
  /** By default the page's. */
  lang?: string;
}

const pen = document.createElement("canvas").getContext("2d");
const refits = new Set<() => void>();
const refitAll = (): void => {
  round++;
  refits.forEach((refit) => refit());
};
/** Counts the times at which everything is measured anew. */
let round = 0;

window.addEventListener("resize", refitAll);

const asked = new Set<string>();
let frame = 0;
/** Whether this engine tells when fonts have come: WebKit does not. */
let tells = false;

// A font that comes late has other widths.
if ("fonts" in document)
  document.fonts.addEventListener("loadingdone", () => {
    tells = true;
    refitAll();
  });

/** Where the engine may not tell, each text asks once for its font. */
function awaitFont(font: string, text: string): void {
  if (tells || !("fonts" in document) || asked.has(font + text) || document.fonts.check(font, text)) return;
  asked.add(font + text);
  // One that does not come leaves the text in the font that it has.
  document.fonts.load(font, text).then(refitOnce, () => undefined);
}

/** At the next frame, however many have come until then. */
function refitOnce(): void {
  if (tells) return;
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(refitAll);
}

export class Fitted extends Component<Props> {
  private readonly box = createRef<HTMLSpanElement>();
  private readonly line = createRef<HTMLSpanElement>();
  /** What it was fitted to last: measuring the same again would cost a slow television a frame. */
  private fitted = "";

  override componentDidMount(): void {
    refits.add(this.refit);
    this.refit();
  }

  override componentDidUpdate(): void {
    this.refit();
  }

  override componentWillUnmount(): void {
    refits.delete(this.refit);
  }

  private readonly refit = (): void => {
    const { text, largest = 1, mostLines = 2, cut = false, lang } = this.props;
    const texts = typeof text === "string" ? [text] : text;
    const box = this.box.current;
    const line = this.line.current;
    if (box === null || line === null) return;
    const { fontSize, fontFamily } = getComputedStyle(box);
    const to = [box.clientWidth, box.clientHeight, fontSize, fontFamily, largest, mostLines, round, lang, ...texts].join();
    if (to !== this.fitted) fitInto(box, line, texts, largest, mostLines, cut, lang);
    this.fitted = to;
  };

  override render({ text, class: more = "", lang }: Props): JSX.Element {
    return (
      <span class={`fitted ${more}`} lang={lang} ref={this.box}>
        <span ref={this.line}>{typeof text === "string" ? text : text[0]}</span>
      </span>
    );
  }
}

function fitInto(
  box: HTMLElement,
  line: HTMLElement,
  texts: readonly string[],
  largest: number,
  mostLines: number,
  cut: boolean,
  lang?: string,
): void {
  const style = getComputedStyle(box);
  const upper = style.textTransform === "uppercase";
  const font = `${style.fontWeight} 100px ${style.fontFamily}`;
  if (pen !== null) pen.font = font;
  awaitFont(font, texts.join(""));
  const measure = (part: string): number => {
    const shown = upper ? capitals(part, lang) : part;
    return pen === null ? shown.length * 0.5 : (pen.measureText(shown).width / 100) * 1.02;
  };
  const space = { width: box.clientWidth, height: box.clientHeight };
  const smallest = parseFloat(style.fontSize);
  let fitted = { text: "", size: 0 };
  for (const text of texts) {
    fitted = fit(text, space, largest * space.height, measure, mostLines);
    // A box that is not laid out says nothing.
    if (fitted.size >= smallest || space.width === 0) break;
  }
  const size = cut ? Math.max(fitted.size, smallest) : fitted.size;
  const fontSize = `${Math.floor(size * 10) / 10}px`;
  const { firstChild, style: set } = line;
  // Whatever is written has the page laid out anew for the next one that is measured.
  if (firstChild !== null && firstChild.nodeValue !== fitted.text) firstChild.nodeValue = fitted.text;
  const height = String(lineHeight(fitted.text, CAPITALS));
  if (set.fontSize !== fontSize) set.fontSize = fontSize;
  if (set.lineHeight !== height) set.lineHeight = height;
}
