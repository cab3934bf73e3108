import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Shares of the full size, the largest that fits is taken. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** A text whose words stay whole: as large as its longest word leaves it. */
export function Whole(props: { children: ComponentChildren; class?: string; testid?: string }): JSX.Element {
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const fit = (): void => {
      const element = text.current;
      if (element === null) return;
      element.classList.remove("whole-broken");
      const fits = SIZES.some((size) => {
        element.style.fontSize = `${size}em`;
        return element.scrollWidth <= element.clientWidth;
      });
      // Longer than anything that is said; it may break after all.
      if (!fits) element.classList.add("whole-broken");
    };
    fit();
    void document.fonts?.ready.then(fit);
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  });
  return (
    <span class={`whole ${props.class ?? ""}`} data-testid={props.testid} dir="auto" ref={text}>
      {props.children}
    </span>
  );
}
