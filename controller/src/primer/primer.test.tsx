/** The rules in four pictures: in every language, and true in every mode. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, it } from "vitest";
import { byLanguage, unsaid } from "../../../common/testing/catalogs";
import type { Texts } from "../../../common/testing/catalogs";
import { EVERY_MODE } from "../../../common/wire";
import { EVERY_PICTURE, captionOf } from "./content";
import { Pictures, primerWords } from "./pictures";

const CATALOGS = byLanguage(import.meta.glob<Texts>("../../../languages/*/texts/primer.json", { import: "default", eager: true }));
const sources = import.meta.glob<string>("./*.{ts,tsx}", { query: "?raw", import: "default", eager: true });


it("every text is said", () => {
  expect(unsaid(Object.keys(CATALOGS("en")), sources)).toEqual([]);
});

it.each(EVERY_MODE)("shows four pictures, each with its sentence, in %s", async (mode) => {
  const page = document.createElement("div");
  const words = await primerWords("en");
  act(() => render(<Pictures words={words} mode={mode} />, page));
  const said = Array.from(page.querySelectorAll("p"), (it) => it.textContent);
  expect(said).toEqual(EVERY_PICTURE.map((picture) => CATALOGS("en")[captionOf(picture, mode)]));
  // Two who play one side have no rival, and red and blue are not in their game.
  expect(page.querySelectorAll(".primer-red, .primer-blue").length > 0).toBe(mode !== "duet");
  expect(said.join(" ").includes("both lose")).toBe(mode === "duet");
});
