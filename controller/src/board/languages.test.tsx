/** Words in other languages than the page's, wherever the phone shows them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { Bench } from "../../testing/bench";
import { CODENAMES, KEY, keyView, turn } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
  document.documentElement.lang = "hr";
});

afterEach(() => {
  phone.close();
  document.documentElement.lang = "";
});

const TABLE = {
  codenames: ["inek", "pilot", ...CODENAMES.slice(2)],
  languages: ["tr", "en"],
  card_languages: [0, ...Array.from({ length: 24 }, () => 1)],
  turns: [
    turn({ clue: { word: "iz", number: 2 }, giver: "p1", touches: [{ position: 0, identity: "red", by: "p1", undone: false }] }),
  ],
} as const;

it("each card says which language its word is in", () => {
  phone.inside("p1", { ...keyView(TABLE), key: KEY });
  const langs = [0, 1].map((n) => phone.find(`card-${n}`)!.querySelector(".card-word")!.getAttribute("lang"));
  expect(langs).toEqual(["tr", "en"]);
  expect(phone.find("card-0")!.getAttribute("lang")).toBeNull();
});

it("so does a word in the history, and the clue, which is in the first language", () => {
  phone.inside("p1", { ...keyView(TABLE), key: KEY });
  expect(phone.find("turns")!.querySelector(".touched [lang]")?.textContent).toBe("inek");
  expect(phone.find("clue")!.closest("[lang]")?.getAttribute("lang")).toBe("tr");
});

it("what an earlier release dealt is in the page's", () => {
  phone.inside("p1", { ...keyView({ ...TABLE, languages: [], card_languages: [] }), key: KEY });
  expect(phone.find("card-0")!.querySelector(".card-word")!.getAttribute("lang")).toBe("hr");
});
