import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entered, Failure, Message } from "../wire";
import { CALLS_UNTIL_ASKING, PATIENCE, PATIENCE_AFTER_WAKING, PATIENCE_WHEN_MOVED, connect, randomId } from "./connection";
import type { Answer, Line, LineState } from "./connection";
import type { Socket } from "./socket";

interface Sent {
  event: string;
  data: Record<string, unknown>;
  answer(answer: unknown): void;
}

/** A socket whose server is the test. */
class FakeSocket implements Socket {
  connected = false;
  active = true;
  room: string | null = null;
  dials = 0;
  longest = Infinity;
  sent: Sent[] = [];
  private listeners = new Map<string, (data?: unknown) => void>();

  on(event: string, listener: (data?: unknown) => void): void {
    this.listeners.set(event, listener);
  }
  emit(event: string, data: unknown, answer: (answer: unknown) => void): boolean {
    if (JSON.stringify(data).length > this.longest) return false;
    this.sent.push({ event, data: data as Record<string, unknown>, answer });
    return true;
  }
  connect(): void {
    this.dials++;
  }
  disconnect(): void {
    if (this.connected) this.drop();
  }
  up(): void {
    this.connected = true;
    this.say("connect");
  }
  drop(moved = false): void {
    this.connected = false;
    this.say("disconnect", moved);
  }
  say(event: string, data?: unknown): void {
    this.listeners.get(event)?.(data);
  }
  last(): Sent {
    const sent = this.sent[this.sent.length - 1];
    if (sent === undefined) throw new Error("nothing was sent");
    return sent;
  }
}

const OK: Entered = {
  ok: true,
  room: "BKTM",
  you: "p2",
  now: 1000,
  join_url: "http://host/BKTM",
  tv_url: "http://host/tv/BKTM",
  screen: null,
  casts: true, counts: true, elsewhere: false, predictions: null,
};

let socket: FakeSocket;
let line: Line;
let views: Message[];
let states: LineState[];
let entered: string[];
let refused: Failure[];
let waiting: number;

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  views = [];
  states = [];
  entered = [];
  refused = [];
  waiting = 0;
  line = connect(
    {
      view: (message) => views.push(message),
      state: (state) => states.push(state),
      entered: (_, name) => entered.push(name),
      refused: (refusal) => refused.push(refusal),
      waiting: (commands) => (waiting = commands.length),
    },
    socket,
  );
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
});

function comeIn(): void {
  line.enter("enter", { room: "BKTM", token: "t".repeat(32) });
  socket.up();
  socket.last().answer(OK);
}

describe("coming in", () => {
  it("says the entrance with the protocol, and is online once it is answered", () => {
    line.enter("watch", { room: "BKTM" });
    expect(socket.sent).toEqual([]);
    socket.up();
    expect(socket.last()).toMatchObject({ event: "watch", data: { protocol: 2, room: "BKTM" } });
    expect(states).toEqual([]);
    socket.last().answer({ ok: true, room: "BKTM", now: 5 });
    expect(states).toEqual(["online"]);
    expect(entered).toEqual(["watch"]);
  });

  it("says it again after every reconnect", () => {
    comeIn();
    socket.drop();
    expect(states).toEqual(["online", "offline"]);
    socket.up();
    expect(socket.last().event).toBe("enter");
    socket.last().answer(OK);
    expect(states).toEqual(["online", "offline", "online"]);
  });

  it("enters after a successful join, never joins twice", () => {
    line.enter("join", { room: "BKTM", token: "abc", name: "Ana" });
    socket.up();
    socket.drop();
    socket.up();
    expect(socket.last().event).toBe("join");
    socket.last().answer(OK);
    socket.drop();
    socket.up();
    expect(socket.last().event).toBe("enter");
    expect(socket.last().data).toEqual({ protocol: 2, room: "BKTM", token: "abc" });
  });

  it("enters the room that create opened", () => {
    line.enter("create", {
      cmd_id: "c",
      token: "abc",
      name: "Ana",
      language: "en",
      decks: ["en"],
    });
    socket.up();
    socket.last().answer({ ...OK, room: "WXYZ" });
    socket.drop();
    socket.up();
    expect(socket.last().data).toEqual({ protocol: 2, room: "WXYZ", token: "abc" });
  });

  it("reports a refused entrance and does not repeat it", () => {
    line.enter("enter", { room: "BKTM", token: "t" });
    socket.up();
    socket.last().answer({ error: { code: "room/unknown_token" } });
    expect(refused).toEqual([{ code: "room/unknown_token" }]);
    socket.drop();
    socket.up();
    expect(socket.sent).toHaveLength(1);
  });

  it("tries again after a passing trouble of the server", () => {
    line.enter("enter", { room: "BKTM", token: "t" });
    socket.up();
    socket.last().answer({ error: { code: "server/fault" } });
    expect(refused).toEqual([]);
    vi.advanceTimersByTime(1500);
    expect(socket.sent).toHaveLength(2);
  });

  it("comes in again when the server says gone", () => {
    comeIn();
    socket.say("gone", { code: "room/unknown_token" });
    vi.advanceTimersByTime(500);
    expect(socket.sent).toHaveLength(2);
    socket.last().answer({ error: { code: "room/removed" } });
    expect(refused).toEqual([{ code: "room/removed" }]);
  });

  it("ignores the answer to a former entrance", () => {
    line.enter("watch", { room: "BKTM" });
    socket.up();
    const watch = socket.last();
    line.enter("join", { room: "BKTM", token: "abc", name: "Ana" });
    watch.answer(OK);
    expect(entered).toEqual([]);
  });

  it("estimates the server's clock", () => {
    vi.setSystemTime(500);
    comeIn();
    expect(line.serverNow()).toBe(1000);
  });

  it("keeps to the server's clock when its own is set", () => {
    comeIn();
    vi.setSystemTime(9_000_000);
    expect(line.serverNow()).toBe(1000);
    vi.advanceTimersByTime(700);
    expect(line.serverNow()).toBe(1700);
  });

  it("asks for the server's clock again when the phone wakes up", () => {
    comeIn();
    window.dispatchEvent(new Event("focus"));
    socket.last().answer({ ...OK, now: 5_000_000 });
    expect(line.serverNow()).toBe(5_000_000);
  });
});

describe("views", () => {
  const view = (audience: string, n: number): object => ({ audience, n });

  it("ignores older ones of the same audience only", () => {
    comeIn();
    socket.say("view", view("public", 7));
    socket.say("view", view("public", 6));
    socket.say("view", view("public", 7));
    socket.say("view", view("red_spymaster", 1));
    expect(views.map((v) => v.n)).toEqual([7, 7, 1]);
  });

  it("counts anew after a reconnect and after gone", () => {
    comeIn();
    socket.say("view", view("public", 7));
    socket.drop();
    socket.up();
    socket.say("view", view("public", 2));
    socket.say("gone", { code: "server/restored" });
    vi.advanceTimersByTime(500);
    socket.say("view", view("public", 1));
    expect(views.map((v) => v.n)).toEqual([7, 2, 1]);
  });
});

describe("commands", () => {
  it("carries a fresh cmd_id and settles with the answer", async () => {
    comeIn();
    const answer = line.command("take_seat", { seat: "red_operative" });
    expect(socket.last().data["seat"]).toBe("red_operative");
    expect(socket.last().data["cmd_id"]).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
    expect(waiting).toBe(1);
    socket.last().answer({ error: { code: "room/seat_held" } });
    await expect(answer).resolves.toEqual({ error: { code: "room/seat_held" } });
    expect(waiting).toBe(0);
  });

  it("is held while offline, and sent after coming in", () => {
    comeIn();
    socket.drop();
    void line.command("end_turn", { step: 3 });
    expect(waiting).toBe(1);
    socket.up();
    expect(socket.last().event).toBe("enter");
    socket.last().answer(OK);
    expect(socket.last().event).toBe("end_turn");
  });

  it("is sent again with the same cmd_id when the answer was lost, in order, and settles once", async () => {
    comeIn();
    const answers: Answer[] = [];
    void line.command("touch_card", { step: 3, position: 4 }).then((a) => answers.push(a));
    void line.command("end_turn", { step: 3 });
    const [touch, end] = socket.sent.slice(-2);
    socket.drop();
    socket.up();
    socket.last().answer(OK);
    const touchAgain = socket.last();
    expect(touchAgain.data).toEqual(touch?.data);
    touchAgain.answer({ ok: true });
    expect(socket.last().data).toEqual(end?.data);
    touch?.answer({ error: { code: "game/stale" } });
    await Promise.resolve();
    expect(answers).toEqual([{ ok: true }]);
    expect(waiting).toBe(1);
  });

  const again = (): void => {
    socket.drop();
    socket.up();
    socket.last().answer(OK);
  };

  it("is given up when two connections ended on it, and the others are not", async () => {
    comeIn();
    const pasted = line.command("paste_words", { text: "x" });
    const ended = line.command("end_turn", { step: 3 });
    again();
    expect(socket.last().event).toBe("paste_words"); // alone: was it the reason?
    again();
    expect(await pasted).toMatchObject({ error: { code: "client/undelivered" } });
    expect(socket.last().event).toBe("end_turn");
    socket.last().answer({ ok: true });
    expect(await ended).toEqual({ ok: true });
    expect(waiting).toBe(0);
    again();
    expect(socket.last().event).toBe("enter");
  });

  it("is not given up for connections on which it was not sent", () => {
    comeIn();
    socket.drop();
    void line.command("end_turn", { step: 3 });
    for (let call = 0; call < 5; call++) {
      socket.up();
      socket.drop();
    }
    expect(waiting).toBe(1);
    socket.up();
    socket.last().answer(OK);
    expect(socket.last().event).toBe("end_turn");
  });

  it("is answered here when it is longer than the server takes, and nothing is sent", async () => {
    comeIn();
    socket.longest = 80;
    const sent = socket.sent.length;
    const answer = line.command("paste_words", { text: "x".repeat(80) });
    expect(await answer).toMatchObject({ error: { code: "client/too_long" } });
    expect(socket.sent).toHaveLength(sent);
    expect(waiting).toBe(0);
    void line.command("end_turn", { step: 3 });
    expect(socket.last().event).toBe("end_turn");
  });

  it("is not sent again once it is answered", () => {
    comeIn();
    void line.command("end_turn", { step: 3 });
    socket.last().answer({ ok: true });
    socket.drop();
    socket.up();
    socket.last().answer(OK);
    expect(socket.sent.filter((sent) => sent.event === "end_turn")).toHaveLength(1);
  });

  it("waits for a new entry when the server has forgotten the connection", () => {
    comeIn();
    void line.command("end_turn", { step: 3 });
    socket.last().answer({ error: { code: "wire/not_entered" } });
    expect(socket.last().event).toBe("enter");
    socket.last().answer(OK);
    expect(socket.last().event).toBe("end_turn");
    expect(waiting).toBe(1);
  });

  it("settles with the refusal when the seat is lost", async () => {
    comeIn();
    socket.drop();
    const answer = line.command("end_turn", { step: 3 });
    socket.up();
    socket.last().answer({ error: { code: "room/removed" } });
    await expect(answer).resolves.toEqual({ error: { code: "room/removed" } });
  });

  it("asks without a cmd_id", () => {
    line.enter("watch", { room: "BKTM" });
    socket.up();
    socket.last().answer({ ok: true, room: "BKTM", now: 5 });
    void line.askToReturn({ room: "BKTM", token: "t", player: "p3" });
    expect(socket.last().data).toEqual({ protocol: 2, room: "BKTM", token: "t", player: "p3" });
  });
});

describe("several servers", () => {
  const commands = (): string[] => socket.sent.map(({ event }) => event);

  it("are called when somebody is to enter, not before, and with the room", () => {
    window.dispatchEvent(new Event("focus"));
    expect(socket.dials).toBe(0);
    line.enter("watch", { room: "BKTM" });
    expect([socket.dials, socket.room]).toEqual([1, "BKTM"]);
  });

  it("are called once more with the room, where the first one says so, and nobody is told", async () => {
    line.enter("create", { cmd_id: "c", token: "abc", name: "Ana", language: "en", decks: ["en"] });
    expect(socket.room).toBe(null);
    socket.up();
    const ended = line.command("end_turn", { step: 3 });
    const dials = socket.dials;
    socket.last().answer({ ...OK, elsewhere: true });
    expect([socket.dials, socket.room, socket.connected]).toEqual([dials + 1, "BKTM", false]);
    socket.up();
    expect(commands()).toEqual(["create", "enter"]);
    socket.last().answer({ ...OK, elsewhere: true }); // a proxy leaves the room out
    expect(socket.dials).toBe(dials + 1);
    socket.last().answer({ ok: true });
    expect(await ended).toEqual({ ok: true });
    expect(states).toEqual(["online"]);
  });

  it("send people on without a word, and without blame for what was said", async () => {
    comeIn();
    const answer = line.command("end_turn", { step: 3 });
    for (let restart = 0; restart < 3; restart++) {
      socket.drop(true);
      socket.say("connect_error"); // the next one is not ready yet
      vi.advanceTimersByTime(PATIENCE_WHEN_MOVED - 1);
      socket.up();
      socket.last().answer(OK);
      expect(socket.last().event).toBe("end_turn");
    }
    socket.last().answer({ ok: true });
    expect(await answer).toEqual({ ok: true });
    expect(states).toEqual(["online"]);
  });

  it("that take long to come back are missed", () => {
    comeIn();
    socket.drop(true);
    vi.advanceTimersByTime(PATIENCE_WHEN_MOVED);
    expect(states).toEqual(["online", "offline"]);
    socket.up();
    socket.last().answer(OK);
    expect(states).toEqual(["online", "offline", "online"]);
  });

  it.each(["closed", "refused"])("are not missed by a page that was %s meanwhile", (how) => {
    comeIn();
    socket.drop(true);
    if (how === "closed") line.close();
    else {
      socket.up();
      socket.last().answer({ error: { code: "room/removed" } });
    }
    vi.advanceTimersByTime(PATIENCE_WHEN_MOVED);
    expect(states).toEqual(["online"]);
  });
});

describe("a dead connection", () => {
  it("is replaced when a command stays unanswered", () => {
    comeIn();
    void line.command("end_turn", { step: 3 });
    const dials = socket.dials;
    vi.advanceTimersByTime(PATIENCE + 10);
    expect(socket.dials).toBe(dials + 1);
    expect(states).toEqual(["online", "offline"]);
  });

  it("is found out soon after the phone woke up", () => {
    comeIn();
    const dials = socket.dials;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(socket.last().event).toBe("enter");
    vi.advanceTimersByTime(PATIENCE_AFTER_WAKING + 10);
    expect(socket.dials).toBe(dials + 1);
  });

  it("stays when it answers after waking", () => {
    comeIn();
    const dials = socket.dials;
    window.dispatchEvent(new Event("pageshow"));
    socket.last().answer(OK);
    vi.advanceTimersByTime(PATIENCE);
    expect(socket.dials).toBe(dials);
    expect(states).toEqual(["online"]);
  });

  it("dials at once when the network returns", () => {
    comeIn();
    socket.drop();
    const dials = socket.dials;
    window.dispatchEvent(new Event("online"));
    expect(socket.dials).toBe(dials + 1);
  });

  it("is not dialled twice by a page that just opens", () => {
    line.enter("watch", { room: "BKTM" });
    window.dispatchEvent(new Event("pageshow"));
    expect(socket.dials).toBe(1);
    vi.advanceTimersByTime(PATIENCE_AFTER_WAKING);
    window.dispatchEvent(new Event("focus"));
    expect(socket.dials).toBe(2);
  });

  it("is dialled again when the server hung up", () => {
    comeIn();
    const dials = socket.dials;
    socket.active = false;
    socket.drop();
    vi.advanceTimersByTime(1500);
    expect(socket.dials).toBe(dials + 1);
  });
});

it("random ids are base64url and long enough for a token", () => {
  expect(randomId(24)).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(randomId(24)).not.toBe(randomId(24));
});

describe("a server that is full", () => {
  const codes: (string | null)[] = [];
  const call = async (answer: () => Promise<unknown>): Promise<void> => {
    vi.stubGlobal("fetch", answer);
    for (let calls = 0; calls < CALLS_UNTIL_ASKING; calls++) socket.say("connect_error");
    await vi.advanceTimersByTimeAsync(0);
  };

  it("says so, when it is asked why the call came to nothing", async () => {
    line.close();
    line = connect({ view: () => undefined, keptOut: (code) => codes.push(code) }, socket);
    const turnedAway = { ok: false, text: () => Promise.resolve("server/crowded: So many…\n") };
    await call(() => Promise.resolve(turnedAway));
    await call(() => Promise.reject(new Error("no network")));
    const healthy = (welcome: boolean) => ({ ok: true, json: () => Promise.resolve({ ok: true, welcome }) });
    await call(() => Promise.resolve(healthy(false)));
    await call(() => Promise.resolve(healthy(true)));
    await call(() => Promise.resolve({ ok: false, text: () => Promise.resolve("<html>") }));
    comeIn();
    expect(codes).toEqual(["server/crowded", "wire/too_many", null, null, null]);
    vi.unstubAllGlobals();
  });
});

describe("a question", () => {
  it("is answered, and does not count as waiting", async () => {
    comeIn();
    const answer = line.ask("list_tvs", {});
    expect(socket.last()).toMatchObject({ event: "list_tvs", data: {} });
    expect(waiting).toBe(0);
    socket.last().answer({ ok: true, televisions: [], network: null, about: null });
    expect(await answer).toMatchObject({ televisions: [] });
  });

  it("is dropped at once without a connection", async () => {
    expect(await line.ask("list_tvs", {})).toMatchObject({ error: { code: "client/dropped" } });
    expect(socket.sent).toEqual([]);
  });

  it("is dropped when the connection breaks or the page says goodbye, and not asked again", async () => {
    comeIn();
    const lost = line.ask("list_tvs", {});
    socket.drop();
    expect(await lost).toMatchObject({ error: { code: "client/dropped" } });
    socket.up();
    expect(socket.last().event).toBe("enter");
    socket.last().answer(OK);
    expect(socket.last().event).toBe("enter");
    const closed = line.ask("list_tvs", {});
    line.close();
    expect(await closed).toMatchObject({ error: { code: "client/dropped" } });
  });
});

describe("what is wanted of the televisions", () => {
  it("is held while the line is down, and said again, without an id", async () => {
    comeIn();
    socket.drop();
    const answer = line.cast("show_on_tv", { device: "d1" });
    expect(waiting).toBe(1);
    socket.up();
    socket.last().answer(OK);
    expect(socket.last()).toEqual(
      expect.objectContaining({ event: "show_on_tv", data: { device: "d1" } }),
    );
    socket.last().answer({ ok: true });
    expect(await answer).toEqual({ ok: true });
    expect(waiting).toBe(0);
  });
});

describe("a page that was cast", () => {
  it("shows its token instead of the nonce once it has one", () => {
    line.enter("watch", { room: "BKTM", nonce: "abc" });
    socket.up();
    expect(socket.last().data).toEqual({ protocol: 2, room: "BKTM", nonce: "abc" });
    socket.last().answer({ ...OK, you: null, screen: "token" });
    socket.drop();
    socket.up();
    expect(socket.last().data).toEqual({ protocol: 2, room: "BKTM", screen: "token" });
  });

  it("keeps the nonce while nobody has answered", () => {
    line.enter("watch", { room: "BKTM", nonce: "abc" });
    socket.up();
    socket.drop();
    socket.up();
    expect(socket.last().data).toMatchObject({ nonce: "abc" });
  });

  it("learns how quickly it was let in", () => {
    const told: number[] = [];
    const other = new FakeSocket();
    const screen = connect({ view: () => undefined, entered: (_, __, latency) => told.push(latency) }, other);
    screen.enter("watch", { room: "BKTM" });
    other.up();
    vi.advanceTimersByTime(12);
    other.last().answer({ ...OK, you: null });
    expect(told).toEqual([12]);
    screen.close();
  });
});
