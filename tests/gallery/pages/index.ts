/** The gallery's front: all states by subject, one of them large, in the size that is chosen. */
import { EVERY_LANGUAGE } from "../../../common/language/languages";
import "./index.css";
import { statesOf } from "./shell";
import type { PageName } from "./shell";

const SIZES: Record<PageName, readonly string[]> = {
  tv: ["1280x720", "1920x1080", "3840x2160", "2560x1080"],
  phone: ["390x844", "320x568", "360x330", "844x390", "820x1180"],
};
const list = document.getElementById("list") as HTMLElement;
const frame = document.getElementById("shown") as HTMLIFrameElement;
const chosen = { page: "tv" as PageName, name: "guess", language: "en", light: "lamp", size: "1280x720" };

/** Loads anew only where the page is another one. */
function show(): void {
  const { page, name, language, light, size } = chosen;
  const [width = 0, height = 0] = size.split("x").map(Number);
  const room = frame.parentElement as HTMLElement;
  const scale = Math.min(1, room.clientWidth / width, room.clientHeight / height);
  Object.assign(frame.style, { width: `${width}px`, height: `${height}px`, transform: `scale(${scale})` });
  const address = `/gallery/${page}.html#${name}/${language}/${light}`;
  if (frame.getAttribute("src") !== address) frame.setAttribute("src", address);
}

function select(name: "language" | "light" | "size", values: readonly string[]): HTMLSelectElement {
  const field = document.createElement("select");
  field.setAttribute("aria-label", name);
  field.append(...values.map((value) => new Option(value, value, false, value === chosen[name])));
  field.onchange = () => {
    chosen[name] = field.value;
    show();
  };
  return field;
}

async function group(page: PageName): Promise<void> {
  const title = document.createElement("h2");
  title.textContent = page;
  list.append(title);
  let subject = "";
  for (const state of await statesOf(page, "en")) {
    if (state.subject !== subject) {
      subject = state.subject;
      list.append(Object.assign(document.createElement("h3"), { textContent: subject }));
    }
    const button = Object.assign(document.createElement("button"), { textContent: state.name });
    button.onclick = () => {
      if (chosen.page !== page) chosen.size = SIZES[page][0] ?? "";
      Object.assign(chosen, { page, name: state.name });
      sizes.value = chosen.size;
      show();
    };
    list.append(button);
  }
}

const sizes = select("size", [...SIZES.tv, ...SIZES.phone]);
list.append(select("language", EVERY_LANGUAGE), select("light", ["lamp", "candle"]), sizes);
void group("tv").then(() => group("phone"));
window.addEventListener("resize", show);
show();
