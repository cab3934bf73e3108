/** The clock on the table, the sandglass, and words that are outstanding. */
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PRESETS } from "../../../common/wire";
import type { Clock, GameView, View } from "../../../common/wire";
import { Bench } from "../../testing/bench";
import { publicView, turn } from "../../testing/views";

const STRICT = { ...PRESETS.classic, timer: "strict" as const };
const SAND = { ...PRESETS.classic, timer: "sand" as const };
/** The phone's clock is wrong by a day. */
const DAY = 86_400_000;

let phone: Bench;

beforeEach(() => {
  vi.useFakeTimers({ now: DAY });
  phone = new Bench();
  phone.now = () => Date.now() - DAY;
});

afterEach(() => {
  phone.close();
  vi.useRealTimers();
});

const clock = (until: number | null, left: number | null = null): Clock => ({ total: 60_000, until, left });
const timed = (changed: Partial<GameView>): View => publicView({ settings: STRICT, ...changed });
const pass = (milliseconds: number): void => void act(() => void vi.advanceTimersByTime(milliseconds));

describe("the clock", () => {
  it("counts down by the server's time", () => {
    phone.inside("p3", timed({ clock: clock(65_400) }));
    expect(phone.text("clock")).toBe("1:06");
    pass(401);
    expect(phone.text("clock")).toBe("1:05");
    pass(5000);
    expect(phone.text("clock")).toBe("1:00");
  });

  it("stands on pause, and says so with what helps", () => {
    const paused = { clock: clock(null, 12_000), paused: true, may: { resume: ["seated" as const] } };
    phone.inside("p3", timed(paused));
    pass(5000);
    expect(phone.text("clock")).toBe("0:12");
    expect(phone.page.querySelector(".clock")?.textContent).toContain("paused");
    expect(phone.page.textContent).toContain("whenever the server restarts");
    phone.tap("resume");
    expect(phone.sent[0]?.name).toBe("resume");
  });

  it("stands while a clue is disputed", () => {
    phone.inside("p3", timed({ clock: clock(null, 12_000), phase: "challenged" }));
    expect(phone.page.querySelector(".clock")?.textContent).toContain("stopped");
  });

  it("has emphasis in its last ten seconds", () => {
    phone.inside("p3", timed({ clock: clock(10_500) }));
    expect(phone.page.querySelector(".clock-soon")).toBeNull();
    pass(501);
    expect(phone.page.querySelector(".clock-soon")).not.toBeNull();
    pass(11_000);
    expect(phone.page.querySelector(".clock")?.textContent).toContain("time is up");
  });

  it("is spoken twice, to those who are in turn", () => {
    phone.inside("p3", timed({ clock: clock(32_000) }));
    const heard = new Set<string>();
    for (let second = 0; second < 33; second++) {
      heard.add(phone.text("spoken"));
      pass(1000);
    }
    expect(Array.from(heard).slice(1)).toEqual(["30 seconds left", "10 seconds left"]);
    expect(phone.find("clock")?.closest("[role=status]")).toBeNull();
  });

  it("is not spoken to those who wait", () => {
    phone.inside("p4", timed({ clock: clock(9000) }));
    expect(phone.text("spoken")).not.toContain("seconds");
  });

  it("is spoken to the people of a co-op game at the opponent's turn, too", () => {
    const settings = { ...PRESETS.two_of_us, timer: "strict" as const };
    phone.inside("p3", publicView({ settings, phase: "opponent", turns: [turn({ team: "blue" })], clock: clock(9000) }));
    pass(1000);
    expect(phone.text("spoken")).toContain("10 seconds left");
  });

  it("is not there without a timer", () => {
    phone.inside("p3", publicView());
    expect(phone.find("clock")).toBeNull();
  });
});

describe("the sandglass", () => {
  it("is turned over by any player, and ends nothing", () => {
    const lies = { settings: SAND, clock: clock(null, 0), may: { turn_sand: ["seated" as const] } };
    phone.inside("p4", publicView(lies));
    expect(phone.page.querySelector(".clock")?.textContent).toContain("sandglass is idle");
    phone.tap("turn-sand");
    expect(phone.sent[0]?.name).toBe("turn_sand");
    phone.show(publicView({ ...lies, clock: clock(60_000) }));
    expect(phone.text("clock")).toBe("1:00");
    pass(61_000);
    expect(phone.page.querySelector(".clock")?.textContent).toContain("sandglass is idle");
  });
});

describe("outstanding words", () => {
  it("are told for the team in turn", () => {
    phone.inside("p3", publicView({ outstanding: { red: 2, blue: 0, green: 0 } }));
    expect(phone.text("outstanding")).toBe("2 words outstanding: one extra guess");
  });

  it.each([null, { red: 0, blue: 3, green: 0 }])("are not told when there are none", (outstanding) => {
    phone.inside("p3", publicView({ outstanding }));
    expect(phone.find("outstanding")).toBeNull();
  });
});
