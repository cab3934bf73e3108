import { render } from "preact";
import "./styles/index.css";
import { startAgainLater } from "../../common/connection/again";
import { languageOf, nearestLanguage } from "../../common/language/languages";
import type { Language } from "../../common/language/languages";
import { markDocument } from "../../common/language/words";
import { App } from "./app";
import { watchScreen } from "./basics/screen";
import { fetchInside } from "./fetching";
import { showLight } from "./light";
import { keptLanguage } from "./memory";
import { allTexts, firstTexts } from "./texts";

/** The room in an address such as /BKTM, and a host link such as /BKTM#host=… */
function address(): { room: string | null; hostLink: string | null } {
  const room = decodeURIComponent(location.pathname).replace(/\//g, "").toUpperCase();
  const hostLink = /^#host=(.+)$/.exec(location.hash)?.[1] ?? null;
  // A link that makes its bearer the host is not left lying in the address bar.
  if (hostLink !== null) history.replaceState(null, "", location.pathname);
  return { room: room === "" ? null : room, hostLink };
}

function start(page: HTMLElement): void {
  watchScreen();
  const where = address();
  // Beside the texts: whoever comes to a room needs both.
  if (where.room !== null) void fetchInside().catch(() => undefined);
  const language: Language =
    languageOf(keptLanguage() ?? "") ?? nearestLanguage(navigator.languages ?? []);
  firstTexts(language).then((words) => {
    markDocument(language);
    showLight();
    render(<App {...where} words={words} load={allTexts} />, page);
  }, startAgainLater);
}

// A host link that is opened in the same tab changes nothing but the part behind the #.
window.addEventListener("hashchange", () => location.reload());

const page = document.getElementById("page");
if (page !== null) start(page);
