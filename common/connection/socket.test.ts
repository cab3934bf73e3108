import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PATIENCE_ON_CALLING, ServerSocket, addressOf } from "./socket";

const ADDRESS = "ws://host/socket.io/?EIO=4&transport=websocket";
const HANDSHAKE = '0{"sid":"a","upgrades":[],"pingInterval":10000,"pingTimeout":15000,"maxPayload":80000}';
/** Longer than any pause before dialling again (ms). */
const A_WHILE = 1100;

/** A WebSocket whose server is the test. */
class FakeWebSocket {
  static dialled: FakeWebSocket[] = [];
  sent: string[] = [];
  closed = false;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    FakeWebSocket.dialled.push(this);
  }
  send(packet: string): void {
    this.sent.push(packet);
  }
  close(): void {
    this.closed = true;
  }
  say(packet: string): void {
    this.onmessage?.({ data: packet });
  }
  letIn(): void {
    this.say(HANDSHAKE);
    this.say('40{"sid":"b"}');
  }
  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

let socket: ServerSocket;
let heard: unknown[][];
/** What was said with each "disconnect". */
let moved: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeWebSocket);
  FakeWebSocket.dialled = [];
  heard = [];
  socket = new ServerSocket(ADDRESS);
  moved = [];
  for (const event of ["connect", "connect_error", "disconnect"]) {
    socket.on(event, (data) => {
      heard.push([event, socket.connected, socket.active]);
      if (event === "disconnect") moved.push(data);
    });
  }
  socket.on("view", (data) => heard.push(["view", data]));
});

afterEach(() => {
  socket.disconnect();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const dials = (): number => FakeWebSocket.dialled.length;

function wire(): FakeWebSocket {
  const newest = FakeWebSocket.dialled[dials() - 1];
  if (newest === undefined) throw new Error("nobody called");
  return newest;
}

function comeIn(): void {
  socket.connect();
  wire().letIn();
  heard = [];
}

it("finds the server that gave the page", () => {
  expect(addressOf({ protocol: "http:", host: "host" })).toBe(ADDRESS);
  expect(addressOf({ protocol: "https:", host: "host:8443" })).toMatch(/^wss:\/\/host:8443\/socket/);
});

describe("a call", () => {
  it("names the room, if there is one", () => {
    socket.room = "BKTM";
    socket.connect();
    expect(wire().address).toBe(`${ADDRESS}&room=BKTM`);
    socket.room = "a b&c";
    wire().drop();
    vi.advanceTimersByTime(A_WHILE);
    expect(wire().address).toBe(`${ADDRESS}&room=a%20b%26c`);
  });

  it("greets, and is connected when the server has let it in", () => {
    socket.connect();
    expect(wire().address).toBe(ADDRESS);
    wire().say(HANDSHAKE);
    expect(wire().sent).toEqual(["40"]);
    expect(socket.connected).toBe(false);
    wire().say('40{"sid":"b"}');
    expect(heard).toEqual([["connect", true, true]]);
  });

  it("is not made twice", () => {
    socket.connect();
    socket.connect();
    wire().letIn();
    socket.connect();
    wire().drop();
    socket.connect();
    expect(dials()).toBe(1);
  });

  it("is made again when it comes to nothing, soon at first, then once a second", () => {
    socket.connect();
    wire().drop();
    expect(heard).toEqual([["connect_error", false, true]]);
    vi.advanceTimersByTime(375);
    expect(dials()).toBe(2);
    for (let calls = 3; calls < 40; calls++) {
      wire().drop();
      vi.advanceTimersByTime(1000);
      expect(dials()).toBe(calls);
    }
  });

  it.each([[[]], [[HANDSHAKE]]])("is given up when no answer comes after %j", (packets: string[]) => {
    socket.connect();
    const first = wire();
    packets.forEach((packet) => first.say(packet));
    vi.advanceTimersByTime(PATIENCE_ON_CALLING);
    expect(first.closed).toBe(true);
    vi.advanceTimersByTime(A_WHILE);
    expect(dials()).toBe(2);
    wire().letIn();
    first.say('42["view",{}]');
    expect(heard.map(([event]) => event)).toEqual(["connect_error", "connect"]);
  });

  it("is not made again when the server refuses it", () => {
    socket.connect();
    wire().say(HANDSHAKE);
    wire().say('44{"message":"no"}');
    expect(heard).toEqual([["connect_error", false, false]]);
    vi.advanceTimersByTime(A_WHILE);
    expect(dials()).toBe(1);
  });
});

describe("what is said", () => {
  it("goes out with a number, and its answer comes back to it", () => {
    comeIn();
    const answers: unknown[] = [];
    socket.emit("watch", { room: "BKTM" }, (answer) => answers.push(["watch", answer]));
    socket.emit("report", { agent: '["č"]' }, (answer) => answers.push(["report", answer]));
    expect(wire().sent.slice(1)).toEqual([
      '421["watch",{"room":"BKTM"}]',
      '422["report",{"agent":"[\\"č\\"]"}]',
    ]);
    wire().say('432[{"ok":true}]');
    wire().say('431[{"error":{"code":"[1]"}}]');
    wire().say('431[{"ok":true}]');
    expect(answers).toEqual([
      ["report", { ok: true }],
      ["watch", { error: { code: "[1]" } }],
    ]);
  });

  it("is not said when it is longer than the server takes", () => {
    comeIn();
    const most = 80000 - '421["a",{"t":""}]'.length;
    const count = wire().sent.length;
    expect(socket.emit("a", { t: "x".repeat(most) }, () => undefined)).toBe(true);
    expect(wire().sent).toHaveLength(count + 1);
    for (const text of ["x".repeat(most + 1), "क".repeat(27499), "\n".repeat(most / 2 + 1)]) {
      expect(socket.emit("a", { t: text }, () => undefined)).toBe(false);
    }
    expect(wire().sent).toHaveLength(count + 1);
    expect(socket.connected).toBe(true);
  });

  it("is forgotten with its connection", () => {
    comeIn();
    const answered = vi.fn();
    socket.emit("watch", {}, answered);
    wire().drop();
    vi.advanceTimersByTime(A_WHILE);
    wire().letIn();
    wire().say('431[{"ok":true}]');
    socket.emit("watch", {}, answered);
    expect(wire().sent).toEqual(["40", '422["watch",{}]']);
    expect(answered).not.toHaveBeenCalled();
  });

  it("is heard: views, and events that nobody listens to", () => {
    comeIn();
    wire().say('42["view",{"n":[1]}]');
    wire().say('42["of_a_later_server",{}]');
    wire().say("6");
    expect(heard).toEqual([["view", { n: [1] }]]);
  });
});

describe("a connection", () => {
  it("answers pings, and is lost when the server falls silent", () => {
    comeIn();
    vi.advanceTimersByTime(24_000);
    wire().say("2");
    expect(wire().sent.slice(1)).toEqual(["3"]);
    vi.advanceTimersByTime(24_000);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(heard).toEqual([["disconnect", false, true]]);
  });

  it("is found to be lost by a device that slept while its timers stood still", () => {
    comeIn();
    vi.setSystemTime(Date.now() + 60_000);
    socket.emit("watch", {}, () => undefined);
    expect(heard).toEqual([["disconnect", false, true]]);
    expect(wire().sent).toEqual(["40"]);
  });

  it("is made again when it breaks", () => {
    comeIn();
    wire().drop();
    expect(heard).toEqual([["disconnect", false, true]]);
    vi.advanceTimersByTime(375);
    expect(dials()).toBe(2);
    wire().letIn();
    expect(heard[1]).toEqual(["connect", true, true]);
  });

  it("that is sent on is made again within 300 ms, at any moment of them", () => {
    const pauses = [0, 0.5, 0.999].map((chance) => {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      comeIn();
      vi.advanceTimersByTime(1000);
      const before = dials();
      wire().drop(1012);
      let pause = 0;
      for (; dials() === before; pause++) vi.advanceTimersByTime(1);
      socket.disconnect();
      return pause;
    });
    vi.restoreAllMocks();
    expect(pauses).toEqual([1, 150, 299]);
    expect(moved.filter((said) => said === true)).toHaveLength(3);
  });

  it("that is sent on again and again is made as seldom as any", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    comeIn();
    wire().drop(1012);
    vi.advanceTimersByTime(499);
    expect(dials()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(dials()).toBe(2);
    wire().drop(1012); // before anybody was let in, it is a call that came to nothing
    vi.restoreAllMocks();
    expect(heard.map(([event]) => event)).toEqual(["disconnect", "connect_error"]);
  });

  it.each(["offline", "1"])("breaks with %s", (how) => {
    comeIn();
    if (how === "offline") window.dispatchEvent(new Event("offline"));
    else wire().say(how);
    expect(wire().closed).toBe(true);
    expect(heard).toEqual([["disconnect", false, true]]);
  });

  it("stays ended when the server sees it out, until somebody connects", () => {
    comeIn();
    wire().say("41");
    expect(wire().closed).toBe(true);
    expect(heard).toEqual([["disconnect", false, false]]);
    vi.advanceTimersByTime(A_WHILE);
    expect(dials()).toBe(1);
    socket.connect();
    expect(dials()).toBe(2);
  });

  it("says goodbye, once, and is not made again", () => {
    comeIn();
    socket.disconnect();
    socket.disconnect();
    expect(wire().sent.slice(1)).toEqual(["41"]);
    expect(wire().closed).toBe(true);
    expect(heard).toEqual([["disconnect", false, false]]);
    vi.advanceTimersByTime(A_WHILE);
    window.dispatchEvent(new Event("offline"));
    expect(dials()).toBe(1);
  });

  it("can be given up and dialled anew at any moment, without waiting", () => {
    socket.connect();
    socket.disconnect();
    socket.connect();
    expect(dials()).toBe(2);
    wire().drop();
    socket.disconnect();
    socket.connect();
    expect(dials()).toBe(3);
    vi.advanceTimersByTime(A_WHILE);
    expect(dials()).toBe(3);
  });
});
