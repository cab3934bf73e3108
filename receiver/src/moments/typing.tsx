/** A clue is typed: letter by letter, where motion.css has it cut anywhere. */
import { Component } from "preact";

import { SCRIPTS } from "../../../common/language/scripts";

interface Props {
  /** How long it takes. */
  ms: number;
}

export class Typing extends Component<Props> {
  override componentDidMount(): void {
    const word = document.querySelector<HTMLElement>(".slip-word .fitted > span");
    // Who likes no motion has no animation there.
    if (word === null || getComputedStyle(word).animationName !== "type") return;
    const rtl = runsLeft(word.textContent ?? "");
    const frames = edges(word, rtl).map((edge) => {
      const hidden = `${(1 - edge) * 100}%`;
      return { clipPath: rtl ? `inset(-20% 0 -20% ${hidden})` : `inset(-20% ${hidden} -20% 0)`, easing: "step-end" };
    });
    word.animate(frames, this.props.ms);
  }

  override render(): null {
    return null;
  }
}

/** Whether a text is in a script that begins at the right. */
function runsLeft(text: string): boolean {
  return Object.values(SCRIPTS).some(({ direction, letters }) => direction === "rtl" && letters.test(text));
}

/** Where letters end, as shares of the word's width, from nothing to all of it. Signs that hang on a letter come with it. */
function edges(word: HTMLElement, rtl: boolean): number[] {
  const { left, right, width } = word.getBoundingClientRect();
  const letters = document.createRange();
  letters.selectNodeContents(word);
  const text = word.firstChild;
  const found = [0];
  for (let end = 1; text !== null && end < (text.nodeValue ?? "").length; end++) {
    letters.setEnd(text, end);
    const typed = letters.getBoundingClientRect();
    const edge = (rtl ? right - typed.left : typed.right - left) / width;
    if (edge > Math.max(...found) + 0.01) found.push(edge);
  }
  return [...found, 1, 1];
}
