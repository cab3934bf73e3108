/** The page as a person sees it: the real state and phone, with a line that the test holds. */
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Handlers } from "../../common/connection/connection";
import type { Entered, Refusal, View } from "../../common/wire";
import { game, inLobby, keyView, lobby, message, publicView } from "../testing/views";
import { english as words } from "../testing/words";
import { App } from "./app";
import * as piece from "./inside";
import { keepSeat } from "./memory";
import { openPhone } from "./phone";

interface Sent {
  name: string;
  fields: Record<string, unknown>;
  answer(answer: Answer): void;
}

const ENTERED: Entered = {
  ok: true,
  room: "BKTM",
  you: "p1",
  now: 0,
  join_url: "http://host/BKTM",
  tv_url: "http://host/tv/BKTM",
  screen: null,
  casts: true, counts: true, elsewhere: false, predictions: null,
};

let page: HTMLElement;
let handlers: Handlers;
let entrances: { name: string; fields: Record<string, unknown> }[];
let sent: Sent[];

beforeEach(() => {
  localStorage.clear();
  entrances = [];
  sent = [];
  page = document.createElement("div");
  document.body.appendChild(page);
});

afterEach(() => {
  render(null, page);
  page.remove();
  vi.useRealTimers();
});

/** Open the page at a room's address, with a line that ends here. */
function open(room: string | null, hostLink: string | null = null): void {
  const connect = (given: Handlers): never => {
    handlers = given;
    return {
      enter: (name: string, fields: Record<string, unknown>) => entrances.push({ name, fields }),
      command: (name: string, fields: Record<string, unknown>) =>
        new Promise<Answer>((answer) => sent.push({ name, fields, answer })),
      askToReturn: () => Promise.resolve({ ok: true, request: 3 }),
      serverNow: () => 0,
      close: () => undefined,
    } as never;
  };
  void act(() => {
    render(
      <App
        inside={piece}
        room={room}
        hostLink={hostLink}
        words={words}
        load={() => Promise.resolve(words)}
        open={(world, link) => openPhone({ ...world, connect, showAddress: () => undefined }, link)}
      />,
      page,
    );
  });
}

function inside(you: string, view: View): void {
  keepSeat("BKTM", "t".repeat(32));
  open("BKTM");
  void act(() => handlers.entered?.({ ...ENTERED, you }, "enter", 0));
  show(view);
}

const show = (view: View, step = 5): void => {
  void act(() => handlers.view(message(view, { step })));
};
const find = (id: string): HTMLElement | null => page.querySelector(`[data-testid="${id}"]`);
const tap = (id: string): void => {
  void act(() => find(id)?.click());
};
const type = (id: string, text: string): void => {
  void act(() => {
    const field = find(id) as HTMLInputElement;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
};
const refuse = (code: Refusal, name: "watch" | "enter" | "join" | "create"): void => {
  void act(() => handlers.refused?.({ code, detail: "", problems: [], findings: [] }, name));
};

describe("coming in", () => {
  it("watches a room that is new to this phone, and asks for a name", () => {
    open("BKTM");
    expect(entrances[0]?.name).toBe("watch");
    void act(() => handlers.entered?.({ ...ENTERED, you: null }, "watch", 0));
    show(publicView());
    expect(find("join-name")).not.toBeNull();
    expect(page.textContent).toContain("I'm Ben");
  });

  it("comes back to its seat without a question", () => {
    keepSeat("BKTM", "t".repeat(32));
    open("BKTM");
    expect(entrances[0]).toMatchObject({ name: "enter", fields: { token: "t".repeat(32) } });
  });

  it("asks for the name when the room has forgotten the token", () => {
    keepSeat("BKTM", "t".repeat(32));
    open("BKTM");
    refuse("room/unknown_token", "enter");
    expect(entrances[1]?.name).toBe("watch");
  });

  it("says so when there is no such room", () => {
    open("QQQQ");
    refuse("room/not_found", "watch");
    expect(find("refusal")?.textContent).toContain("There's no such room");
  });

  it("finds a closed door, and the way in as soon as it opens", () => {
    open("BKTM");
    void act(() => handlers.entered?.({ ...ENTERED, you: null }, "watch", 0));
    const view = publicView();
    show({ ...view, lobby: { ...view.lobby, closed: true } } as View);
    expect(find("door-closed")?.textContent).toContain("Ana isn't letting anyone new in");
    expect(find("join-name")).toBeNull();
    expect(page.textContent).toContain("I'm Ben");
    show(view);
    expect(find("door-closed")).toBeNull();
    expect(find("join-name")).not.toBeNull();
  });

  it("is told why a full server does not answer", async () => {
    vi.useFakeTimers();
    open("BKTM");
    await act(async () => void (await vi.advanceTimersByTimeAsync(3000)));
    expect(find("opening-long")?.textContent).toContain("same Wi-Fi");
    void act(() => handlers.keptOut?.("server/crowded"));
    expect(find("opening-long")?.textContent).toContain("Too many people are connected");
    vi.useRealTimers();
  });

  it("waits at the door of a room that cannot be read to its end, until its host goes on", () => {
    open("BKTM");
    void act(() => handlers.entered?.({ ...ENTERED, you: null }, "watch", 0));
    show(inLobby({ lost: { game: 2 } }));
    expect(find("lost")?.textContent).toContain("You can come in as soon as Ana, the host, continues");
    expect(find("join-name")).toBeNull();
    expect(find("was-p2")).toBeNull();
    expect(page.textContent).toContain("Ben");
    show(inLobby());
    expect(find("join-name")).not.toBeNull();
    expect(find("was-p2")).not.toBeNull();
  });

  it("goes back to that door when the name came too late", () => {
    open("BKTM");
    refuse("room/unreadable", "join");
    expect(entrances.map(({ name }) => name)).toEqual(["watch", "watch"]);
    refuse("room/unreadable", "watch");
    expect(find("refusal")?.textContent).toContain("couldn't be opened");
  });

  it("becomes the host by a link, once it has a token", () => {
    open("BKTM", "secret");
    expect(entrances[0]?.name).toBe("watch");
    void act(() => handlers.entered?.({ ...ENTERED, you: null }, "watch", 0));
    show(publicView());
    type("join-name", "Eve");
    tap("join-go");
    expect(entrances[1]).toMatchObject({ name: "join", fields: { name: "Eve" } });
    void act(() => handlers.entered?.({ ...ENTERED, you: "p5" }, "join", 0));
    expect(entrances[entrances.length - 1]).toMatchObject({
      name: "become_host",
      fields: { link: "secret" },
    });
  });

  it("returns to the former person when the request is consented to", async () => {
    open("BKTM");
    void act(() => handlers.entered?.({ ...ENTERED, you: null }, "watch", 0));
    const asked = { id: 3, kind: "return" as const, player: "p2", asker: null, seat: null };
    show({ ...publicView(), lobby: lobby({ requests: [asked] }) });
    tap("was-p2");
    await act(() => Promise.resolve());
    expect(page.textContent).toContain("Waiting for Ben");
    show(publicView());
    expect(entrances[entrances.length - 1]?.name).toBe("enter");
    refuse("room/unknown_token", "enter");
    void act(() => handlers.entered?.({ ...ENTERED, you: null }, "watch", 0));
    expect(page.textContent).toContain("Nobody confirmed that you're Ben");
  });
});

describe("the key", () => {
  it("does not reach the page before its holder asks for it", () => {
    inside("p1", keyView());
    expect(page.querySelector("[data-identity]")).toBeNull();
    expect(page.innerHTML).not.toContain("assassin");
    tap("key-show");
    expect(page.querySelectorAll("[data-identity]")).toHaveLength(25);
    tap("key-cover");
    expect(page.querySelector("[data-identity]")).toBeNull();
  });

  it("is covered when the phone is put away", () => {
    inside("p1", keyView());
    tap("key-show");
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    void act(() => {
      document.dispatchEvent(new Event("visibilitychange"));
    });
    hidden.mockRestore();
    expect(page.querySelector("[data-identity]")).toBeNull();
  });

  it("belongs to the card's name only while it lies open", () => {
    inside("p1", keyView());
    expect(find("card-24")?.textContent).toBe("word24, hidden");
    tap("key-show");
    expect(find("card-24")?.textContent).toContain("word24, hidden, the assassin");
  });
});

describe("a sheet", () => {
  // Drawn, but before the browser has shown it: effects that wait for that have not run.
  const drawn = async (): Promise<void> => {
    for (let n = 0; n < 3; n++) await Promise.resolve();
  };

  it("out of a sheet closes by Escape as soon as it is there, and the focus goes back to the first one's opener", async () => {
    vi.useFakeTimers();
    inside("p1", keyView());
    const opener = find("players-open");
    opener?.focus();
    for (const button of ["players-open", "room-rules"]) {
      find(button)?.click();
      await drawn();
    }
    expect(page.querySelector("#sheet-title")?.textContent).toBe(words.say("rules.open"));
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    await drawn();
    expect(page.querySelector("[role=dialog]")).toBeNull();
    expect(document.activeElement).toBe(opener);
  });
});

describe("touching", () => {
  it("takes two taps: one chooses, the other confirms", () => {
    inside("p1", keyView());
    expect(find("confirm-touch")).toBeNull();
    tap("card-3");
    expect(sent).toEqual([]);
    expect(find("card-3")?.hasAttribute("data-selected")).toBe(true);
    expect(page.querySelector(".confirm-word")?.textContent).toBe("word3");
    tap("confirm-touch");
    expect(sent[0]).toMatchObject({ name: "touch_card", fields: { position: 3, step: 5 } });
  });

  it("by keys goes on to what confirms it, which a key held down does not press", () => {
    inside("p1", keyView());
    find("card-3")?.focus();
    tap("card-3");
    const confirms = find("confirm-touch");
    expect(document.activeElement).toBe(confirms);
    const held = new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true });
    expect(confirms?.dispatchEvent(held)).toBe(false);
    find("cancel-touch")?.click();
    expect(sent).toEqual([]);
  });

  it("cannot be confirmed twice while the answer is out", () => {
    inside("p1", keyView());
    tap("card-3");
    tap("confirm-touch");
    void act(() => handlers.waiting?.([{ name: "touch_card", fields: { position: 3 } }]));
    tap("confirm-touch");
    tap("card-4");
    expect(sent).toHaveLength(1);
    expect(find("card-3")?.getAttribute("aria-busy")).toBe("true");
  });

  it("is not offered to others", () => {
    inside("p2", { ...keyView(), lobby: lobby() });
    tap("card-3");
    expect(find("confirm-touch")).toBeNull();
    expect(find("card-3")?.getAttribute("aria-disabled")).toBe("true");
  });

  it("leaves revealed cards alone", () => {
    inside("p1", keyView({ revealed: game().revealed.map((_, at) => (at === 3 ? "red" : null)) }));
    tap("card-3");
    expect(find("confirm-touch")).toBeNull();
    expect(find("card-3")?.dataset["revealed"]).toBe("red");
  });

  it("marks first where operatives tap", () => {
    const may = { touch_card: ["red_operative" as const], mark_card: ["red_operative" as const] };
    inside("p3", publicView({ may }));
    tap("card-3");
    expect(sent[0]).toMatchObject({ name: "mark_card", fields: { position: 3, on: true } });
    tap("confirm-touch");
    expect(sent[1]).toMatchObject({ name: "touch_card" });
  });
});

describe("other things to do", () => {
  it("gives a clue", () => {
    inside("p1", keyView({ phase: "clue", may: { give_clue: ["red_spymaster"] } }));
    type("clue-word", " tree ");
    tap("clue-give");
    expect(sent[0]).toMatchObject({ name: "give_clue", fields: { word: "tree", number: 2 } });
  });

  it("puts a refusal into words", async () => {
    inside("p1", keyView({ may: { end_turn: ["red_spymaster"] } }));
    tap("end-turn");
    const error = { code: "game/touch_first" as const, detail: "", problems: [], findings: [] };
    await act(async () => sent[0]?.answer({ error }));
    expect(find("refusal")?.textContent).toContain(words.say("refusal.game/touch_first"));
  });

  it("asks for a held key seat, and takes a free one", () => {
    inside("p3", { kind: "public", lobby: lobby({ games: 0 }), game: null, marks: [] });
    tap("seat-red_spymaster");
    tap("seat-key_holder");
    expect(sent.map(({ name }) => name)).toEqual(["ask_for_seat", "take_seat"]);
  });

  it("deals only when nothing stands in the way", () => {
    const ready = { kind: "public" as const, lobby: lobby({ no_deal: null }), game: null, marks: [] };
    inside("p1", { ...ready, lobby: lobby({ no_deal: "room/no_spymaster" }) });
    expect((find("deal") as HTMLButtonElement).disabled).toBe(true);
    expect(page.textContent).toContain(words.say("refusal.room/no_spymaster"));
    show(ready);
    tap("deal");
    expect(sent[0]?.name).toBe("deal");
  });

  it("tells what waits while the line is down", () => {
    inside("p1", keyView());
    void act(() => {
      handlers.waiting?.([{ name: "end_turn", fields: {} }]);
      handlers.state?.("offline");
    });
    expect(find("offline")?.textContent).toContain("1 tap is waiting");
  });
});
