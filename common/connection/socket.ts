/**
 * A Socket.IO socket, and no more than our server speaks: WebSocket, one namespace, text. What goes
 * over the wire stands in docs/protocol.md, under "Without a library".
 *
 *     const socket = new ServerSocket(addressOf(location));
 *     socket.on("connect", () => socket.emit("watch", { room: "BKTM" }, (answer) => …));
 *     socket.connect();
 *
 * Until `disconnect`, or until the server sees it out, it dials again whenever the connection is
 * lost: soon at first, then once a second. "connect_error" is heard for a call that came to nothing,
 * "disconnect" for a connection that ended; with `true`, because the server asked us to call anew.
 */

/** What a page needs of a socket; tests bring their own. */
export interface Socket {
  /** The room that the address names from the next call on: where there are several servers, it leads to the right one. */
  room: string | null;
  readonly connected: boolean;
  /** Whether it dials by itself when it is not connected. */
  readonly active: boolean;
  /** One listener an event. */
  on(event: string, listener: Listener): void;
  /**
   * Only while connected. A connection that is lost takes its unanswered events along. False: it is
   * longer than the server takes, which would hang up, so nothing was said.
   */
  emit(event: string, data: unknown, answered: (answer: unknown) => void): boolean;
  connect(): void;
  disconnect(): void;
}

export type Listener = (data?: unknown) => void;

/** How long a call may take until the server has let us in (ms). */
export const PATIENCE_ON_CALLING = 2500;
/** The pauses before dialling again double from the first to the longest (ms), half more or less. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1000;
/** The server is stopped, or another one has our room: call anew, but not everybody at once (ms). */
const SERVICE_RESTART = 1012;
const LONGEST_PAUSE_WHEN_MOVED = 300;
/** A connection that is sent on sooner than this was not worth a quick call (ms). */
const WORTH_A_QUICK_CALL = 1000;

/** The first letter is Engine.IO's, the second Socket.IO's. */
const HANDSHAKE = "0";
const CLOSE = "1";
const PING = "2";
const PONG = "3";
const CONNECT = "40";
const DISCONNECT = "41";
const EVENT = "42";
const ACKNOWLEDGEMENT = "43";
const REFUSED = "44";

/** Where the server that gave us this page listens. */
export function addressOf({ protocol, host }: Pick<Location, "protocol" | "host">): string {
  const scheme = protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${host}/socket.io/?EIO=4&transport=websocket`;
}

/** The length of a text in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export class ServerSocket implements Socket {
  connected = false;
  active = false;
  room: string | null = null;
  private websocket: WebSocket | null = null;
  private readonly listeners = new Map<string, Listener>();
  private readonly unanswered = new Map<number, (answer: unknown) => void>();
  private lastId = 0;
  private attempts = 0;
  /** The one thing that time will bring: a call given up, the next call, a server fallen silent. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** How long the server may be silent (ms), by its own word, and until when it may be. */
  private silence = 0;
  private silentUntil = 0;
  /** The longest message that the server takes (bytes), by its own word. */
  private longest = Infinity;
  private connectedAt = 0;

  constructor(private readonly address: string) {}

  on(event: string, listener: Listener): void {
    this.listeners.set(event, listener);
  }

  emit(event: string, data: unknown, answered: (answer: unknown) => void): boolean {
    const packet = EVENT + ++this.lastId + JSON.stringify([event, data]);
    if (bytesOf(packet) > this.longest) return false;
    // Timers stand still in a device that sleeps.
    if (Date.now() > this.silentUntil) {
      this.lost();
      return true;
    }
    this.unanswered.set(this.lastId, answered);
    this.write(packet);
    return true;
  }

  connect(): void {
    if (this.active) return;
    this.active = true;
    this.dial();
  }

  disconnect(): void {
    if (this.connected) this.write(DISCONNECT);
    this.seenOut();
  }

  private dial(): void {
    const room = this.room === null ? "" : `&room=${encodeURIComponent(this.room)}`;
    const websocket = new WebSocket(this.address + room);
    websocket.onmessage = ({ data }) => this.hear(String(data));
    websocket.onclose = ({ code }) => this.close(code);
    window.addEventListener("offline", this.lost);
    this.websocket = websocket;
    this.timer = setTimeout(this.lost, PATIENCE_ON_CALLING);
  }

  private hear(packet: string): void {
    const body = packet.slice(2);
    switch (packet.charAt(0) === "4" ? packet.slice(0, 2) : packet.charAt(0)) {
      case HANDSHAKE:
        return this.greet(JSON.parse(packet.slice(1)));
      case PING:
        this.write(PONG);
        return this.heard();
      case CONNECT:
        this.connected = true;
        this.connectedAt = Date.now();
        this.heard();
        return this.tell("connect");
      case EVENT: {
        const [event, data] = JSON.parse(body);
        return this.tell(event, data);
      }
      case ACKNOWLEDGEMENT:
        return this.answer(body);
      case DISCONNECT:
      case REFUSED:
        return this.seenOut(packet.slice(0, 2) === REFUSED);
      case CLOSE:
        return this.lost();
    }
  }

  private greet(handshake: { pingInterval: number; pingTimeout: number; maxPayload: number }): void {
    this.longest = handshake.maxPayload;
    this.silence = handshake.pingInterval + handshake.pingTimeout;
    this.attempts = 0;
    this.write(CONNECT);
  }

  private answer(body: string): void {
    const start = body.indexOf("[");
    const id = Number(body.slice(0, start));
    const answered = this.unanswered.get(id);
    this.unanswered.delete(id);
    answered?.(JSON.parse(body.slice(start))[0]);
  }

  private heard(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.lost, this.silence);
    this.silentUntil = Date.now() + this.silence;
  }

  private write(packet: string): void {
    this.websocket?.send(packet);
  }

  /** The connection is gone, or was never made: dial again after a pause. */
  private readonly lost = (): void => {
    const pause = FIRST_PAUSE * 2 ** this.attempts++ * (0.5 + Math.random());
    this.dialAfter(Math.min(pause, LONGEST_PAUSE));
    this.ended(true);
  };

  private close(code: number): void {
    if (code !== SERVICE_RESTART || !this.connected) return this.lost();
    const quick = Date.now() - this.connectedAt >= WORTH_A_QUICK_CALL;
    this.dialAfter((quick ? LONGEST_PAUSE_WHEN_MOVED : LONGEST_PAUSE) * Math.random());
    this.ended(true, true);
  }

  private dialAfter(pause: number): void {
    this.hangUp();
    this.timer = setTimeout(() => this.dial(), pause);
  }

  /** It ends for good, unless somebody calls `connect`. */
  private seenOut(refused = false): void {
    this.hangUp();
    this.active = false;
    this.attempts = 0;
    this.ended(refused);
  }

  private hangUp(): void {
    clearTimeout(this.timer);
    window.removeEventListener("offline", this.lost);
    if (this.websocket === null) return;
    this.websocket.onmessage = this.websocket.onclose = null;
    this.websocket.close();
    this.websocket = null;
  }

  private ended(unwanted: boolean, moved = false): void {
    const was = this.connected;
    this.connected = false;
    this.unanswered.clear();
    if (was) this.tell("disconnect", moved);
    else if (unwanted) this.tell("connect_error");
  }

  private tell(event: string, data?: unknown): void {
    this.listeners.get(event)?.(data);
  }
}
