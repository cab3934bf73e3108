/** The room on a television, as phones show it: a real page, and a line that the test holds. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Handlers } from "../../../common/connection/connection";
import { EVERY_CAST_PHASE, EVERY_CAST_REASON } from "../../../common/wire";
import type { ScreenReport, CastPhase, CastReason, Receiver, Screen, Television, TelevisionList, View } from "../../../common/wire";
import { lobby, message, publicView } from "../../testing/views";
import { english as words } from "../../testing/words";
import { App } from "../app";
import * as piece from "../inside";
import { keepSeat } from "../memory";
import { openPhone } from "../phone";

interface Sent {
  name: string;
  fields: object;
  answer(answer: Answer): void;
}

const ATTIC: Television = { id: "a", name: "Attic", model: "Chromecast", address: "192.168.1.40", refused: null, kind: "cast" };
const KITCHEN: Television = { ...ATTIC, id: "k", name: "Kitchen", refused: "cast/audio_only" };

let page: HTMLElement;
let handlers: Handlers;
let sent: Sent[];
let looks: number;
let found: TelevisionList | { error: { code: CastReason; detail: ""; problems: [], findings: [] } };

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  keepSeat("BKTM", "t".repeat(32));
  sent = [];
  looks = 0;
  found = { ok: true, televisions: [ATTIC, KITCHEN], network: null, about: null };
  page = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  render(null, page);
  page.remove();
  vi.useRealTimers();
});

function inside(you: string, view: View = inLobby(), casts = true): void {
  const line = {
    enter: () => undefined,
    cast: (name: string, fields: object) =>
      new Promise<Answer>((answer) => sent.push({ name, fields, answer })),
    ask: () => {
      looks++;
      return Promise.resolve(found);
    },
    serverNow: () => 0,
    close: () => undefined,
  };
  const connect = (given: Handlers): never => {
    handlers = given;
    return line as never;
  };
  const open: typeof openPhone = (world, link) =>
    openPhone({ ...world, connect, showAddress: () => undefined }, link);
  void act(() =>
    render(<App inside={piece} room="BKTM" hostLink={null} words={words} load={() => Promise.resolve(words)} open={open} />, page),
  );
  const urls = { join_url: "http://host:8000/BKTM", tv_url: "http://host:8000/tv/BKTM" };
  void act(() => {
    handlers.entered?.({ ok: true, room: "BKTM", you, now: 0, screen: null, casts, counts: true, elsewhere: false, predictions: null, ...urls }, "enter", 5);
    handlers.state?.("online");
  });
  show(view);
}

function inLobby(state?: CastPhase, reason: CastReason | null = null, receiver: Receiver | null = null): View {
  const screen = state === undefined ? null : { device: "a", name: "Attic", state, reason, receiver, coming: null };
  return { kind: "public", lobby: lobby({ screen, games: 0 }), game: null, marks: [] };
}

const show = (view: View): void => void act(() => handlers.view(message(view)));
const find = (id: string): HTMLElement | null => page.querySelector(`[data-testid="${id}"]`);
const inSheet = (id: string): HTMLElement | null => page.querySelector(`.sheet [data-testid="${id}"]`);

function tap(id: string): void {
  const found = inSheet(id) ?? find(id);
  if (found === null) throw new Error(`no ${id}`);
  void act(() => found.click());
}

/** Some time passes, and what was asked is answered. */
const after = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms))) as Promise<void>;

async function openSheet(view?: View): Promise<void> {
  inside("p1", view);
  tap("tv-open");
  await after(0);
}

async function answer(answer: Answer): Promise<void> {
  await act(async () => {
    sent[sent.length - 1]?.answer(answer);
    await Promise.resolve();
  });
}

const refusal = (code: CastReason): Answer => ({ error: { code, detail: "", problems: [], findings: [] } });

describe("at a public address", () => {
  it("the host has no button for televisions", () => {
    inside("p1", inLobby(), false);
    expect(find("tv-open")).toBeNull();
    tap("share-open");
    expect(inSheet("tv-open")).toBeNull();
    expect(inSheet("tv-url")?.textContent).toBe("host:8000/tv/BKTM");
  });
});

describe("the host", () => {
  it("casts with one tap on a television's name", async () => {
    await openSheet();
    expect(inSheet("tv-a")?.textContent).toContain("Attic");
    tap("tv-a");
    expect(sent).toMatchObject([{ name: "show_on_tv", fields: { device: "a" } }]);
  });

  it("cannot tap twice while the answer is out", async () => {
    await openSheet();
    tap("tv-a");
    void act(() => handlers.waiting?.([{ name: "show_on_tv", fields: {} }]));
    tap("tv-a");
    expect(sent).toHaveLength(1);
  });

  it("sees by its sign which kind a television is, and what that asks for", async () => {
    found = { ...(found as TelevisionList), televisions: [ATTIC, { ...ATTIC, id: "d", name: "Den", kind: "webos" }] };
    await openSheet();
    const kind = (id: string): string | undefined => inSheet(id)?.querySelector("svg")?.getAttribute("aria-label") ?? undefined;
    expect([kind("tv-a"), kind("tv-d")]).toEqual(["Chromecast", "LG"]);
    expect(inSheet("tv-a")?.textContent).toBe("AtticChromecast");
    expect(inSheet("tv-d")?.textContent).toContain("choose Yes with its remote");
  });

  it("sees what can't be cast to, and why, but not as a button", async () => {
    await openSheet();
    expect(inSheet("tv-refused-k")?.textContent).toContain(words.say("cast/audio_only"));
    expect(inSheet("tv-refused-k")?.querySelector("button")).toBeNull();
  });

  it("is shown newer news while the sheet is open, and nobody is asked afterwards", async () => {
    await openSheet();
    found = { ...(found as TelevisionList), televisions: [{ ...ATTIC, name: "Loft" }] };
    await after(2000);
    expect(inSheet("tv-a")?.textContent).toContain("Loft");
    expect(looks).toBe(2);
    tap("sheet-close");
    await after(10_000);
    expect(looks).toBe(2);
  });

  it("asks nothing while the line is down, and at once when it is back", async () => {
    await openSheet();
    void act(() => handlers.state?.("offline"));
    await after(6000);
    expect(looks).toBe(1);
    void act(() => handlers.state?.("online"));
    expect(looks).toBe(2);
  });

  it("is asked before another room is put off its television", async () => {
    await openSheet();
    tap("tv-a");
    await answer(refusal("cast/device_in_use"));
    expect(find("refusal")).toBeNull();
    expect(inSheet("tv-in-use")?.textContent).toContain("Attic is showing another room.");
    tap("tv-instead");
    expect(sent[1]).toMatchObject({ name: "show_on_tv", fields: { device: "a", instead: true } });
    expect(inSheet("tv-in-use")).toBeNull();
  });

  it("is told in words when it can't begin", async () => {
    await openSheet();
    tap("tv-a");
    await answer(refusal("cast/loopback_only"));
    expect(inSheet("refusal")?.textContent).toContain("only from the computer it runs on");
  });

  it("adds a television by its address", async () => {
    await openSheet();
    const field = inSheet("tv-address") as HTMLInputElement;
    void act(() => {
      field.value = " 192.168.1,41 ";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    tap("tv-add");
    expect(sent).toMatchObject([{ name: "add_tv", fields: { address: "192.168.1.41" } }]);
    await answer({ ok: true });
    expect(inSheet("tv-added")?.textContent).toContain("Looking at 192.168.1.41.");
    const there: Television = { ...ATTIC, id: "l", name: "Loft", address: "192.168.1.41", refused: "cast/no_answer" };
    found = { ...(found as TelevisionList), televisions: [there] };
    await after(2000);
    expect(inSheet("tv-added")?.textContent).toBe(`192.168.1.41: ${words.say("cast/no_answer")}`);
    found = { ...(found as TelevisionList), televisions: [{ ...there, refused: null }] };
    await after(2000);
    expect(inSheet("tv-added")?.textContent).toContain("Loft answers.");
  });

  it("reads by the field why an address was not taken, and keeps it", async () => {
    await openSheet();
    const field = inSheet("tv-address") as HTMLInputElement;
    void act(() => {
      field.value = "8.8.8.8";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    tap("tv-add");
    await answer(refusal("cast/bad_address"));
    expect(inSheet("tv-added")?.textContent).toBe(`8.8.8.8: ${words.say("cast/bad_address")}`);
    expect(field.value).toBe("8.8.8.8");
  });

  it("always finds the address for any screen, with its QR code", async () => {
    await openSheet();
    expect(inSheet("tv-url")?.textContent).toBe("host:8000/tv/BKTM");
    expect(page.querySelector(".sheet img")?.getAttribute("src")).toBe("/qr/tv/BKTM.svg");
  });

  describe("about the screen", () => {
    const about: ScreenReport = {
      agent: "CrKey/1.56", width: 1280, height: 720, latency: 12, failed: ["framework"], holds: ["video"], played: 60,
      visible: false, changes: [{ visible: false, at: 1000 }], version: "0.2.0", cast: true, at: 1000,
    };
    const known = (): string => inSheet("tv-about")?.textContent ?? "";

    it("reads what it runs on, what holds it, and when it was covered", async () => {
      found = { ...(found as TelevisionList), about };
      await openSheet(inLobby("showing", "cast/screensaver", "dashcast"));
      const covered = new Date(1000).toLocaleTimeString("en");
      for (const said of [
        "Attic, showing, cast/screensaver", "the public app DashCast", "the page on this TV", "not loaded",
        "Kept awake by: silent video", "60 s", "no, something covers it", `${covered} covered`,
        "1280 × 720, answers within 12 ms", "0.2.0", "CrKey/1.56",
      ]) expect(known()).toContain(said);
    });

    it("has it as text to send, without https, too", async () => {
      document.execCommand = vi.fn(() => true);
      found = { ...(found as TelevisionList), about: { ...about, failed: [], holds: ["player"], changes: [] } };
      await openSheet();
      expect(known()).toContain("TV maker's software: loaded");
      tap("tv-about-copy");
      expect(getSelection()?.toString()).toContain("CrKey/1.56");
      expect(document.execCommand).toHaveBeenCalledWith("copy");
      expect(inSheet("tv-about-copy")?.textContent).toBe("Copied");
    });

    it("knows by what it was opened, where no page can say more", async () => {
      await openSheet(inLobby("showing", null, "pictures"));
      expect(known()).toContain("as still pictures");
    });
  });
});

describe("looking for televisions", () => {
  const nothing: TelevisionList = { ok: true, televisions: [], network: null, about: null };

  it("takes a while before there are none", async () => {
    found = nothing;
    await openSheet();
    expect(inSheet("tv-search")?.textContent).toBe(words.say("tv.looking"));
    await after(6000);
    expect(inSheet("tv-search")?.textContent).toContain("No TV found yet.");
    expect(inSheet("tv-search")?.textContent).toContain("Google Cast");
  });

  it("says when there is none but the room's own", async () => {
    found = { ...nothing, televisions: [ATTIC] };
    await openSheet(inLobby("showing"));
    expect(inSheet("tv-search")?.textContent).toBe(words.say("tv.none.other"));
  });

  it("says so while the line is down, and keeps what was found", async () => {
    await openSheet();
    void act(() => handlers.state?.("offline"));
    expect(inSheet("tv-search")?.textContent).toBe(words.say("offline"));
    expect(inSheet("tv-a")).not.toBeNull();
  });

  it("says when there is no network", async () => {
    found = { ...nothing, network: "cast/no_network" };
    await openSheet();
    expect(inSheet("tv-search")?.textContent).toBe(words.say("cast/no_network"));
  });

  it("says that the server does not cast, and offers no list then", async () => {
    found = { error: { code: "cast/off", detail: "", problems: [], findings: [] } };
    await openSheet();
    expect(inSheet("tv-search")?.textContent).toContain("TV search is off");
    expect(inSheet("tv-add-open")).toBeNull();
    expect(inSheet("tv-url")).not.toBeNull();
    found = nothing;
    await after(2000);
    expect(inSheet("tv-add-open")).not.toBeNull();
  });
});

describe("what is with the television", () => {
  const PHASES = EVERY_CAST_PHASE.filter((phase) => phase !== "idle");
  const OVER: readonly CastReason[] = ["cast/stopped_there", "cast/nobody_playing"];

  it.each(PHASES)("%s: stands on every phone, with the reason, and only the host has buttons", (phase) => {
    inside("p3", inLobby(phase));
    expect(find("tv-line")?.textContent).toContain("Attic");
    for (const reason of EVERY_CAST_REASON) {
      show(inLobby(phase, reason));
      const over = reason === "cast/replaced" || (phase !== "showing" && OVER.indexOf(reason) >= 0);
      const away = phase === "taken_over" && reason === "cast/standby";
      const said = `${find("tv-line")?.textContent} ${find("tv-call")?.textContent}`;
      expect(said).toContain(words.say(over ? "tv.idle" : away ? "tv.lost" : `tv.${phase}`, { name: "Attic" }));
      expect(said).toContain(words.say(reason));
      expect(said).not.toMatch(/cast\/|\{/);
    }
    expect(find("tv-open")).toBeNull();
    expect(find("tv-stop")).toBeNull();
  });

  it("idle is no television, unless something is to be told of it", () => {
    inside("p3", inLobby("idle"));
    expect(find("tv-line")).toBeNull();
    show(inLobby("idle", "cast/replaced"));
    expect(find("tv-line")?.textContent).toContain("Another room is on it now.");
  });

  it("stands in a running game, too", () => {
    const view = publicView();
    inside("p3", { ...view, lobby: inLobby("showing").lobby } as View);
    expect(find("tv-line")?.textContent).toBe("On the TV: Attic");
    show({ ...view, lobby: inLobby("launching", "cast/confirm_on_tv").lobby } as View);
    expect(find("tv-call")?.textContent).toContain("Who has the TV's remote?");
  });

  it("says why it is but still pictures, where it is", () => {
    inside("p3", inLobby("showing", null, "pictures"));
    expect(find("tv-line")?.textContent).toContain("still pictures of the board");
    for (const receiver of ["own", "dashcast", "browser"] as const) {
      show(inLobby("showing", null, receiver));
      expect(find("tv-line")?.textContent).toBe("On the TV: Attic");
    }
  });

  it("has a name even if the television has none", () => {
    inside("p3", inLobby());
    const nameless = { device: "a", name: "", state: "lost", reason: null, receiver: null, coming: null } as const;
    show({ ...inLobby(), lobby: lobby({ games: 0, screen: nameless }) } as View);
    expect(find("tv-line")?.textContent).toContain("The TV:");
  });

  it.each([
    ["connecting", null, "tv-stop", "stop_tv"],
    ["launching", null, "tv-stop", "stop_tv"],
    ["loading", null, "tv-stop", "stop_tv"],
    ["showing", null, "tv-stop", "stop_tv"],
    ["lost", "cast/standby", "tv-again", "show_on_tv"],
    ["taken_over", "cast/taken_over", "tv-take-back", "take_back_tv"],
    ["failed", "cast/no_hello", "tv-again", "show_on_tv"],
    ["failed", "cast/no_hello", "tv-stop", "stop_tv"],
    ["failed", "cast/not_allowed", "tv-again", "show_on_tv"],
    ["taken_over", "cast/stopped_there", "tv-take-back", "take_back_tv"],
    ["taken_over", "cast/standby", "tv-take-back", "take_back_tv"],
    ["lost", "cast/nobody_playing", "tv-again", "show_on_tv"],
    ["idle", "cast/nobody_playing", "tv-again", "show_on_tv"],
    ["idle", "cast/replaced", "tv-stop", "stop_tv"],
    ["failed", "cast/replaced", "tv-stop", "stop_tv"],
  ] as const)("%s (%s): the host's %s sends %s", async (state, reason, button, command) => {
    await openSheet(inLobby(state, reason));
    tap(button);
    const fields = command === "show_on_tv" ? { device: "a" } : {};
    expect(sent).toMatchObject([{ name: command, fields }]);
  });

  it("offers no other way out than there is", async () => {
    await openSheet(inLobby("showing"));
    expect(inSheet("tv-again")).toBeNull();
    expect(inSheet("tv-take-back")).toBeNull();
    expect(inSheet("tv-a")).toBeNull();
  });

  it.each(["idle", "failed"] as const)("put off for another room (%s), the host chooses anew or closes it", async (state) => {
    await openSheet(inLobby(state, "cast/replaced"));
    expect(inSheet("tv-again")).toBeNull();
    expect(inSheet("tv-stop")?.textContent).toBe(words.say("close"));
    tap("tv-a");
    await answer(refusal("cast/device_in_use"));
    expect(page.querySelector(".tv-list [data-testid=tv-in-use]")).not.toBeNull();
  });

  it("asks, too, when trying again finds another room there", async () => {
    found = { ...(found as TelevisionList), televisions: [] };
    await openSheet(inLobby("failed", "cast/unreachable"));
    tap("tv-again");
    await answer(refusal("cast/device_in_use"));
    tap("tv-instead");
    expect(sent[1]).toMatchObject({ fields: { device: "a", instead: true } });
  });

  it("moves to another television with one tap", async () => {
    const den: Television = { ...ATTIC, id: "d", name: "Den" };
    found = { ...(found as TelevisionList), televisions: [ATTIC, den] };
    await openSheet(inLobby("showing"));
    tap("tv-d");
    expect(sent).toMatchObject([{ name: "show_on_tv", fields: { device: "d" } }]);
  });

  describe("another one was chosen, and the old one shows on", () => {
    const den: Television = { ...ATTIC, id: "d", name: "Den" };
    const moving = (state: CastPhase, reason: CastReason | null): View => {
      const screen = inLobby("showing").lobby.screen as Screen;
      const coming = { device: "d", name: "Den", state, reason, receiver: null };
      return { ...inLobby(), lobby: lobby({ games: 0, screen: { ...screen, coming } }) } as View;
    };

    it("until the new one shows, or the host stays", async () => {
      found = { ...(found as TelevisionList), televisions: [ATTIC, den] };
      await openSheet(moving("launching", "cast/confirm_on_tv"));
      expect(inSheet("tv-line")?.textContent).toBe(
        "On the TV: Attic Den: getting ready… Attic keeps showing the game until then.",
      );
      expect(inSheet("tv-call")?.textContent).toContain(words.say("cast/confirm_on_tv"));
      expect(inSheet("tv-d")).toBeNull();
      expect(inSheet("tv-coming-again")).toBeNull();
      tap("tv-stay");
      expect(sent).toMatchObject([{ name: "stop_tv", fields: { device: "d" } }]);
    });

    it("and stays when that fails", async () => {
      await openSheet(moving("failed", "cast/unreachable"));
      const said = inSheet("tv-line")?.textContent ?? "";
      expect(said).toContain(`Den: that didn't work. ${words.say("cast/unreachable")} The game stays on Attic.`);
      tap("tv-coming-again");
      expect(sent).toMatchObject([{ name: "show_on_tv", fields: { device: "d" } }]);
    });
  });

  it("who is host no more keeps the state and the address, and asks nothing", async () => {
    await openSheet(inLobby("showing"));
    show({ ...inLobby("showing"), lobby: { ...inLobby("showing").lobby, host: "p2" } } as View);
    await after(6000);
    expect(looks).toBe(1);
    expect(inSheet("tv-stop")).toBeNull();
    expect(inSheet("tv-a")).toBeNull();
    expect(inSheet("tv-url")).not.toBeNull();
  });
});
