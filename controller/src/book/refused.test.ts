/** A book that the server does not open says why, and can be asked for again. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Bench } from "../../testing/bench";
import { inLobby } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

it("the server's refusal is said in its place", async () => {
  phone.inside("p1", inLobby({ games: 1 }));
  phone.tap("players-open");
  phone.tap("book-open");
  await vi.waitFor(async () => {
    await phone.fetched();
    expect(phone.asked.map(({ name }) => name)).toEqual(["open_book"]);
  });
  const refused = { code: "wire/too_many", detail: "", problems: [], findings: [] };
  await phone.answer({ error: refused });
  expect(phone.text("book-refused")).toContain("That was too much at once.");
  phone.find("book-refused")?.querySelector("button")?.click();
  await phone.fetched();
  expect(phone.asked.length).toBe(2);
  await phone.answer({ error: { ...refused, code: "client/dropped" } });
  expect(phone.find("book-offline")).not.toBeNull();
});
