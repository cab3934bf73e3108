/** What both pages of the gallery do: fetch the states, and show the one that is asked for. */
import type { Language } from "../../../common/language/languages";
import { markDocument } from "../../../common/language/words";
import type { OpenedPage, OwnPredictions } from "../../../common/wire";

/** A state as the test server tells it; see states.py. */
export interface Sent<More> {
  name: string;
  subject: string;
  /** Whose phone it is; "" is a stranger's, or a TV. */
  you: string;
  more: More;
  /** As it goes over the wire; null: in no room. */
  message: unknown;
  /** The game as the book has it; null while it is played. */
  page: OpenedPage | null;
  /** What the server's clock shows. */
  now: number;
  /** What a phone's questions are answered, by their names. */
  answers: Readonly<Record<string, unknown>>;
  /** What is to lie open or to be pressed, as selectors. */
  unfolds: readonly string[];
  /** This phone's own. */
  predictions: OwnPredictions | null;
}

export type PageName = "tv" | "phone";

const fetched = new Map<string, Promise<Sent<unknown>[]>>();

/** All states of a page in a language. */
export function statesOf<More>(page: PageName, language: string): Promise<Sent<More>[]> {
  const url = `/gallery/states/${page}/${language}.json`;
  const states = fetched.get(url) ?? fetch(url).then((response) => response.json() as Promise<Sent<unknown>[]>);
  fetched.set(url, states);
  return states as Promise<Sent<More>[]>;
}

declare global {
  interface Window {
    /** Show a state; done when it is drawn and its fonts are there. `dir`: instead of the language's direction. */
    show(name: string, language: Language, light: string, dir?: string): Promise<void>;
  }
}

/** Shows what tests ask for, and what stands in the address: `#name/language/light/direction`. */
export function showOn<More>(
  page: PageName,
  index: string,
  draw: (sent: Sent<More>, language: Language) => Promise<void>,
): void {
  addBoot(index);
  window.show = async (name, language, light, dir) => {
    const sent = (await statesOf<More>(page, language)).find((state) => state.name === name);
    if (sent === undefined) throw new Error(`no state ${name}`);
    document.documentElement.dataset["light"] = light;
    markDocument(language);
    if (dir !== undefined) document.documentElement.dir = dir;
    scrollTo(0, 0);
    await draw(sent, language);
    await drawn();
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
    await settled();
    showWhatIsLate();
  };
  const showAddressed = (): void => {
    const [name, language = "en", light = "lamp", dir] = decodeURIComponent(location.hash.slice(1)).split("/");
    if (name) void window.show(name, language as Language, light, dir);
  };
  window.addEventListener("hashchange", showAddressed);
  showAddressed();
}

/** What stands in the real document beside the page. */
function addBoot(index: string): void {
  const { body } = new DOMParser().parseFromString(index, "text/html");
  document.getElementById("page")?.after(...Array.from(body.querySelectorAll(":scope > :not(#page):not(script)")));
}

/** What comes with the seconds stands there at once: it must be in nobody's way either. */
function showWhatIsLate(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}

const MOST_LOOKS = 300;

/** Opens what is folded, or presses what is a button, as soon as some of it is there. */
export async function unfold(within: HTMLElement, selector: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const folded = within.querySelectorAll<HTMLElement>(selector);
    for (const each of Array.from(folded)) {
      if (each instanceof HTMLDetailsElement) each.open = true;
      if (each instanceof HTMLButtonElement) each.click();
    }
    if (folded.length > 0) return;
    await drawn();
  }
  throw new Error(`nothing is folded: ${selector}`);
}

/** Nothing changes any more from one frame to the next, and no font is on its way. */
async function settled(): Promise<void> {
  let changed = true;
  const observer = new MutationObserver(() => (changed = true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let looks = 0; changed || document.fonts.status !== "loaded"; looks++) {
    if (looks > MOST_LOOKS) throw new Error("it never settles");
    changed = false;
    await document.fonts.ready;
    await drawn();
  }
  observer.disconnect();
}

/** The next frame is drawn, and what it asked for begins. */
function drawn(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}
