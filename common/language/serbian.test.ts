import { expect, test } from "vitest";

import { toCyrillic } from "./serbian";

test("every letter, and two letters that are one", () => {
  expect(toCyrillic("Ljubav, Njegoš, džep, đak, čaša, ćevap, žaba")).toBe(
    "Љубав, Његош, џеп, ђак, чаша, ћевап, жаба",
  );
});

test("capitals", () => {
  expect(toCyrillic("ČETIRI LJUTA KONJA")).toBe("ЧЕТИРИ ЉУТА КОЊА");
});

test("two letters that stay two", () => {
  expect(toCyrillic("nadživeti, injekcija, konjunktura")).toBe(
    "надживети, инјекција, конјунктура",
  );
  expect(toCyrillic("konj, inje, konju")).toBe("коњ, иње, коњу");
});

test("placeholders and names of things stay", () => {
  expect(toCyrillic("{name} ima Wi-Fi i Undercast; još {n}")).toBe(
    "{name} има Wi-Fi и Undercast; још {n}",
  );
});
