/** Waiting for somebody whose phone is away. */
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Bench } from "../../testing/bench";
import { lobby, publicView } from "../../testing/views";

let phone: Bench;

beforeEach(() => {
  phone = new Bench();
});

afterEach(() => phone.close());

const away = (...names: string[]): ReturnType<typeof lobby> =>
  lobby({ players: lobby().players.map((it) => ({ ...it, online: names.indexOf(it.name) < 0 })) });

it("says how it goes on without a spymaster who is away", () => {
  const may = { give_clue: ["red_spymaster", "key_holder"] } as const;
  vi.useFakeTimers();
  phone.inside("p3", { ...publicView({ phase: "clue", may }), lobby: away("Ana") });
  act(() => void vi.advanceTimersByTime(1900));
  expect(phone.find("absent")).toBeNull();
  act(() => void vi.advanceTimersByTime(200));
  expect(phone.text("absent")).toContain("Ana is offline");
  vi.useRealTimers();
  phone.show({ ...publicView({ phase: "clue", may }), lobby: away("Ben") });
  expect(phone.find("absent")).toBeNull();
});

it("says that a seat is free without which nothing goes on", () => {
  const may = { touch_card: ["red_spymaster", "key_holder"] } as const;
  const left = lobby().players.filter(({ name }) => name !== "Ana");
  phone.inside("p3", { ...publicView({ phase: "guess", may }), lobby: lobby({ players: left }) });
  expect(phone.text("absent")).toContain("Red spymaster: this seat is empty");
});

it("offers the host a bot for it", () => {
  const may = { touch_card: ["red_operative"] } as const;
  const left = lobby().players.filter(({ name }) => name !== "Cid");
  const view = { ...publicView({ phase: "guess", may }), lobby: lobby({ players: left }) };
  phone.inside("p2", view);
  expect(phone.find("bot-instead")).toBeNull();
  phone.close();
  phone = new Bench();
  phone.inside("p1", view);
  phone.tap("bot-instead");
  expect(phone.sent[0]).toMatchObject({ name: "add_bot", fields: { seat: "red_operative", style: "normal" } });
});

it("counts down until a bot goes on, or the host may", () => {
  vi.useFakeTimers({ now: 5000 });
  phone.now = () => Date.now();
  const may = { touch_card: ["red_operative"] } as const;
  const waiting = { players: ["p3"], until: 17_500, bot: "p2" };
  phone.inside("p1", { ...publicView({ phase: "guess", may, waiting }), lobby: away("Cid") });
  expect(phone.text("waited")).toBe("Offline: Cid · Ben takes over in 0:13");
  act(() => void vi.advanceTimersByTime(1000));
  expect(phone.text("waited")).toContain("0:12");
  phone.show({ ...publicView({ phase: "challenged", waiting: { ...waiting, bot: null } }), lobby: away("Cid") });
  expect(phone.text("waited")).toBe("Offline: Cid · The host can withdraw the challenge in 0:12");
  phone.show({ ...publicView({ phase: "guess", may }), lobby: away("Cid") });
  expect(phone.find("waited")).toBeNull();
  vi.useRealTimers();
});

it("and not of seats that anybody may take", () => {
  const may = { touch_card: ["red_operative"] } as const;
  phone.inside("p1", { ...publicView({ phase: "guess", may }), lobby: away("Cid") });
  expect(phone.find("absent")).toBeNull();
});
