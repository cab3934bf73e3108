/**
 * How a page is laid out: by the width and the height that are to be seen. A keyboard takes height away,
 * and turns no phone on its side; where it lies over the page, only `visualViewport` tells.
 *
 * Styles ask for `data-layout` and `data-compact` of the document, and for `--seen`, the height to be seen.
 */

/**
 * `tall`: a phone upright. `low`: the same over a keyboard. `beside`: wider than high, the board at the
 * left. `broad`: a tablet upright. `narrow`: a page enlarged until it has half of a phone's width; its height
 * says nothing of a keyboard.
 */
export type Layout = "tall" | "low" | "beside" | "broad" | "narrow";

/** Where a clue is given, nothing but what it needs has room: `low`, and what a keyboard leaves on its side. */
export function isCompact(width: number, height: number): boolean {
  return width >= ENLARGED && (layoutOf(width, height) === "low" || height < FLAT);
}

/** CSS pixels; no phone that is not enlarged has less. */
const ENLARGED = 260;
/** No phone is wider upright, and none is narrower on its side. */
const NARROW = 540;
/** Lower than any phone upright, higher than what any keyboard leaves. */
const LOW = 520;
const BROAD = 700;
/** Lower than any phone on its side. */
const FLAT = 260;

export function layoutOf(width: number, height: number): Layout {
  if (width < ENLARGED) return "narrow";
  if (width < NARROW) return height < LOW ? "low" : "tall";
  if (height < LOW || width > height * 1.1) return "beside";
  return width < BROAD ? "tall" : "broad";
}

/** What is to be seen of the window, in CSS pixels of the page; pinching it larger changes nothing. */
function seen(): { width: number; height: number; top: number } {
  const viewport = (window as Partial<Window>).visualViewport ?? null;
  if (viewport === null || viewport.scale > 1.01) return { width: innerWidth, height: innerHeight, top: 0 };
  return { width: innerWidth, height: Math.round(viewport.height), top: Math.round(viewport.offsetTop) };
}

/** Tell the document how it is seen, now and whenever that changes. */
export function watchScreen(): void {
  const root = document.documentElement;
  const look = (): void => {
    const { width, height, top } = seen();
    root.dataset["layout"] = layoutOf(width, height);
    root.toggleAttribute("data-compact", isCompact(width, height));
    root.style.setProperty("--seen", `${height}px`);
    root.style.setProperty("--seen-top", `${top}px`);
    // A window that kept its height under the keyboard.
    root.toggleAttribute("data-overlaid", innerHeight - height > 80);
  };
  look();
  window.addEventListener("resize", look);
  const viewport = (window as Partial<Window>).visualViewport;
  viewport?.addEventListener("resize", look);
  viewport?.addEventListener("scroll", look);
}
