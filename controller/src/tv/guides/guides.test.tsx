/** The guides to screens that cannot be opened from here. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { wordsFrom } from "../../../../common/language/words";
import { unsaid } from "../../../../common/testing/catalogs";
import { inLobby, inside } from "../../../testing/views";
import { english } from "../../../testing/words";
import { UiContext } from "../../ui";
import type { Ui } from "../../ui";
import en from "../../../../languages/en/texts/tv-guides.json";
import { GUIDES, NAMES } from "./content";
import { Pages } from "./pages";

const sources = import.meta.glob<string>("./*.{ts,tsx}", { query: "?raw", import: "default", eager: true });

it("every text is said, and every name that stands in one is known", () => {
  expect(unsaid(Object.keys(en), sources)).toEqual([]);
  const names = Object.values(en).flatMap((text) => Array.from(text.matchAll(/\{(\w+)\}/g), (found) => found[1] ?? ""));
  expect(Array.from(new Set(names)).sort()).toEqual(Object.keys(NAMES).sort());
});

it("each has steps with a drawing, and the address where it is needed", () => {
  const page = document.createElement("div");
  const ui = { state: inside("p1", inLobby()), words: english } as Ui;
  void act(() =>
    render(
      <UiContext.Provider value={ui}>
        <Pages words={wordsFrom("en", en)} />
      </UiContext.Provider>,
      page,
    ),
  );
  const guides = Array.from(page.querySelectorAll("details"));
  expect(guides).toHaveLength(GUIDES.length);
  for (const guide of guides) {
    const steps = Array.from(guide.querySelectorAll("li"));
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every((step) => step.querySelector("svg") !== null)).toBe(true);
    expect(guide.textContent).toContain("host/tv/BKTM");
    expect(guide.textContent).not.toMatch(/[{}]/);
    const pictures = guide.textContent?.includes("http://host/tv/BKTM.mjpg") === true;
    expect(guide.querySelector("img")?.getAttribute("src") ?? null).toBe(pictures ? null : "/qr/tv/BKTM.svg");
  }
});
