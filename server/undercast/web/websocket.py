"""The WebSocket transport under Flask-SocketIO: small, bounded, and in order.

    socketio = make_socketio(app, Limits(...))      # a flask_socketio.SocketIO of this app alone
    socketio.server.on("connect", on_connect)       # on_connect(sid, environ, auth) -> False | None
    socketio.server.on("touch_card", on_touch)      # on_touch(sid, payload) -> the ack's value
    socketio.server.on("*", on_unknown)             # on_unknown(name, sid, payload) -> the ack
    socketio.server.on("disconnect", on_gone)       # on_gone(sid, reason)

    frame = event_frame("view", message)            # packets.py: built once an audience …
    broadcast(socketio, sids, frame)                # … and handed to each of its sockets
    close(socketio, sid)                            # see one out

    server = make_server(app, socketio, "0.0.0.0", 8080)    # listener.py
    server.serve_forever()

What a user of it may rely on:

- Handlers run without Flask's request context. One socket's messages are handled one after the
  other in the order in which they came, different sockets' at the same time: a handler that waits
  holds up its own client only.
- Everything for one socket leaves in the order in which it was handed over, whether broadcast,
  `emit` or ack, and an ack is handed over when its handler returns: what a handler broadcasts
  goes out before its own ack. Nothing can be sent to a socket within "connect".
- Sending never waits and never raises. A socket for which more than `Limits.max_waiting` bytes
  wait is dropped: a client that comes back is healed by the next view, one that lags is not.
- A client that breaks a rule is closed, quietly, alone. Its "disconnect" always comes, once.

python-engineio's own driver does none of this: simple-websocket writes partially to a stalled
reader and goes on (its issue 45), takes a second descriptor and two more greenlets a socket,
compresses for whoever asks, and looks at a message's size when all of it is in memory. So `Engine`
replaces its transport altogether, and Flask-SocketIO and python-socketio stay as they are. There is
no polling; who may connect at all (Host, Origin) is checked before, by a WSGI middleware that must
be put around `app.wsgi_app` after `make_socketio`, so that it is also around the sockets.

Nothing here needs `gevent.monkey`: a program that wants it patches first of all in its main module.
"""

import base64
import contextlib
import logging
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from socket import SHUT_WR, SO_SNDBUF, SOL_SOCKET
from ssl import SSLWantReadError, SSLWantWriteError
from typing import Any
from urllib.parse import parse_qs

import engineio
import gevent
import msgspec
from flask import Flask
from flask_socketio import SocketIO
from gevent.socket import cancel_wait, wait, wait_write
from wsproto.connection import Connection, ConnectionType
from wsproto.events import CloseConnection, Ping, TextMessage
from wsproto.extensions import Extension
from wsproto.frame_protocol import CloseReason, FrameDecoder, FrameProtocol, Opcode, RsvBits
from wsproto.utilities import generate_accept_token

from undercast.web.packets import Malformed, Packet, frame, text_frame

log = logging.getLogger(__name__)

HANDLER = "undercast.handler"
"""In the WSGI environment: the listener's handler, whose socket an upgrade takes over."""

_CHUNK = 4096  # one socket's turn: with more, a flood of tiny messages would hold up the others
_KERNEL_BUFFER = 64 * 1024  # else the kernel itself keeps megabytes for a stalled reader
_FAREWELL = 2.0  # seconds for a client to read why it was closed
_NOT_NOW = (BlockingIOError, SSLWantReadError, SSLWantWriteError)
_PING = text_frame("2")
_SWITCHING = (
    b"HTTP/1.1 101 Switching Protocols\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %b\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may take, and how long it may be silent. Sizes in bytes, times in seconds."""

    max_message: int = 16 * 1024
    """Counted over all fragments; refused (1009) when a frame's header says that it gets longer."""
    max_waiting: int = 256 * 1024
    """For a slow reader, beside what the kernel holds."""
    max_sockets_per_address: int = 64
    """0 for any number (behind a proxy all sockets come from one address)."""
    connect_timeout: float = 10.0
    """For a socket that doesn't join (Socket.IO CONNECT), or was refused, or has left."""
    ping_interval: float = 10.0
    ping_timeout: float = 15.0
    """A socket not heard of for both together is dropped."""


class _Cap(Extension):
    """Judges frames by their header, before their payload is here. Never offered or negotiated."""

    name = "cap"

    def __init__(self, max_message: int) -> None:
        self._max = max_message
        self._size = 0

    def enabled(self) -> bool:
        return True

    def offer(self) -> bool:
        return False

    def frame_inbound_header(
        self,
        proto: FrameDecoder | FrameProtocol,  # noqa: ARG002
        opcode: Opcode,
        rsv: RsvBits,  # noqa: ARG002
        payload_length: int,
    ) -> CloseReason | RsvBits:
        if opcode is Opcode.BINARY:
            return CloseReason.UNSUPPORTED_DATA
        if not opcode.iscontrol():
            self._size = payload_length + (self._size if opcode is Opcode.CONTINUATION else 0)
            if self._size > self._max:
                return CloseReason.MESSAGE_TOO_BIG
        return RsvBits(False, False, False)  # noqa: FBT003


class Client:
    """One client's socket: its request's greenlet reads it, whoever has something writes to it.

    `write` tries at once; only what the kernel does not take waits, for a greenlet that lives as
    long as something waits. All bytes go this way, so they can't overtake each other.
    """

    def __init__(self, sock: Any, early: bytes, limits: Limits, now: float) -> None:
        self._sock = sock
        self._early = early
        self._limits = limits
        self._outbox = bytearray()
        self._writer: gevent.Greenlet[[], None] | None = None
        self._readable: Any = gevent.get_hub().loop.io(sock.fileno(), 1)
        self._decrypted: Callable[[], int] | None = getattr(sock, "pending", None)
        self._dropped = False
        self.closed = False
        self.since = self.heard = self.pinged = now
        self.session: dict[str, Any] = {}  # engine.io's place for an application's data
        sock.settimeout(0.0)
        sock.setsockopt(SOL_SOCKET, SO_SNDBUF, _KERNEL_BUFFER)

    def write(self, data: bytes) -> None:
        """Send `data`, now or when there is room. Never waits; does nothing when closed."""
        if self.closed:
            return
        if not self._outbox:
            try:
                sent = self._sock.send(data)
            except _NOT_NOW:
                sent = 0
            except OSError:
                self.drop()
                return
            if sent == len(data):
                return
            data = data[sent:]
            self._writer = gevent.spawn(self._drain)
        self._outbox += data
        if len(self._outbox) > self._limits.max_waiting:
            self.drop()

    def close(self, code: int = CloseReason.NORMAL_CLOSURE, why: str = "") -> None:
        """Say goodbye after all that waits, and stop reading."""
        self.write(frame(Opcode.CLOSE, struct.pack("!H", code) + why.encode()))
        self._end()

    def drop(self) -> None:
        """Stop at once, without a goodbye."""
        self._dropped = True
        self._outbox.clear()
        self._end()

    def read(self, received: Callable[[str], None], clock: Callable[[], float]) -> None:
        """Hand each message to `received`, one at a time, until the end of the socket."""
        protocol = Connection(ConnectionType.SERVER, extensions=[_Cap(self._limits.max_message)])
        parts: list[str] = []
        while not self.closed:
            data = self._early or self._receive()
            self._early = b""
            if not data:
                return
            self.heard = clock()
            protocol.receive_data(data)
            for event in protocol.events():
                if isinstance(event, TextMessage):
                    if event.data:
                        parts.append(event.data)
                    if event.message_finished:
                        text = "".join(parts)
                        parts.clear()
                        received(text)
                elif isinstance(event, Ping):
                    self.write(frame(Opcode.PONG, bytes(event.payload)))
                elif isinstance(event, CloseConnection):
                    normal = event.code == CloseReason.NO_STATUS_RCVD
                    self.close(CloseReason.NORMAL_CLOSURE if normal else event.code)

    def finish(self) -> None:
        """Let the goodbye arrive, but don't wait for long: the socket may be closed now.

        To close while the client still sends would reset the connection and lose the goodbye.
        """
        self.closed = True
        try:
            with contextlib.suppress(gevent.Timeout, OSError), gevent.Timeout(_FAREWELL):
                if self._writer:
                    self._writer.join()
                if not self._dropped:
                    self._sock.shutdown(SHUT_WR)
                    while self._receive():
                        pass
        finally:
            if self._writer:
                self._writer.kill()
            self._readable.close()

    def _end(self) -> None:
        self.closed = True
        cancel_wait(self._readable, ConnectionAbortedError())  # wakes the reader if it waits

    def _receive(self) -> bytes:
        """The next bytes; none at the end, whatever ended it."""
        # Waiting first, even if there is something already, gives every other greenlet a turn.
        # Only what TLS has decrypted already has to be fetched without: nothing will announce it.
        try:
            while True:
                if not (self._decrypted and self._decrypted()):
                    wait(self._readable)
                try:
                    data: bytes = self._sock.recv(_CHUNK)
                except _NOT_NOW:
                    continue
                return data
        except OSError:
            return b""

    def _drain(self) -> None:
        while self._outbox:
            try:
                wait_write(self._sock.fileno())
                sent = self._sock.send(self._outbox)
            except _NOT_NOW:
                continue
            except OSError:
                self.drop()
                return
            del self._outbox[:sent]


class Engine(engineio.Server):  # type: ignore[misc]  # it has no types
    """Engine.IO over nothing but WebSocket, in the place of python-engineio's server.

    `joined(sid)` tells whether a socket has a Socket.IO session.
    """

    def __init__(
        self, limits: Limits, joined: Callable[[str], bool], clock: Callable[[], float]
    ) -> None:
        super().__init__(async_mode="gevent", logger=log)
        self.sockets: dict[str, Client] = {}
        self._limits = limits
        self._joined = joined
        self._clock = clock
        self._addresses: Counter[str] = Counter()
        self._watch: gevent.Greenlet[[], None] | None = None

    def handle_request(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        """WSGI: turn the request into a socket and serve it to its end, or refuse it."""
        handler = environ.pop(HANDLER, None)
        refusal = "501 Not Implemented" if handler is None else self._refusal(environ)
        if refusal:
            ours = ("Sec-WebSocket-Version", "13")
            start_response(refusal, [ours, ("Content-Length", "0"), ("Connection", "close")])
            return []
        address = environ["REMOTE_ADDR"]
        self._addresses[address] += 1
        try:
            sock, early = handler.hand_over()
            client = Client(sock, early, self._limits, self._clock())
            accept = generate_accept_token(environ["HTTP_SEC_WEBSOCKET_KEY"].encode())
            client.write(_SWITCHING % accept)
            self._serve(client, environ)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
        return []

    def send(self, sid: str, data: str) -> None:
        """Send a Socket.IO packet's text."""
        self.write(sid, text_frame("4" + data))

    def send_packet(self, sid: str, pkt: Any) -> None:
        """Send one of python-engineio's packets."""
        self.write(sid, text_frame(pkt.encode()))

    def write(self, sid: str, data: bytes) -> None:
        """Send a finished frame; nothing to a socket that is gone."""
        client = self.sockets.get(sid)
        if client is not None:
            client.write(data)

    def disconnect(self, sid: str | None = None) -> None:
        """Close one socket or all."""
        if sid is None:
            for client in list(self.sockets.values()):
                client.close(CloseReason.GOING_AWAY)
        elif sid in self.sockets:
            self.sockets[sid].close()

    def _refusal(self, environ: dict[str, Any]) -> str | None:
        """Why this is no request for a socket of ours, as an HTTP status."""
        query = parse_qs(environ["QUERY_STRING"])
        most = self._limits.max_sockets_per_address
        if (
            environ["REQUEST_METHOD"] != "GET"
            or environ["SERVER_PROTOCOL"] != "HTTP/1.1"
            or query.get("EIO") != ["4"]
            or query.get("transport") != ["websocket"]
            or "sid" in query
            or environ.get("HTTP_UPGRADE", "").lower() != "websocket"
            or "upgrade" not in environ.get("HTTP_CONNECTION", "").lower()
            or not _is_key(environ.get("HTTP_SEC_WEBSOCKET_KEY", ""))
        ):
            return "400 Bad Request"
        if environ.get("HTTP_SEC_WEBSOCKET_VERSION") != "13":
            return "426 Upgrade Required"
        if most and self._addresses[environ["REMOTE_ADDR"]] >= most:
            return "429 Too Many Requests"
        return None

    def _serve(self, client: Client, environ: dict[str, Any]) -> None:
        sid = self.generate_id()
        hello = {
            "sid": sid,
            "upgrades": [],
            "pingInterval": int(self._limits.ping_interval * 1000),
            "pingTimeout": int(self._limits.ping_timeout * 1000),
            "maxPayload": self._limits.max_message,
        }
        self.sockets[sid] = client
        if self._watch is None:
            self._watch = gevent.spawn(self._keep_watch)
        try:
            self.handlers["connect"](sid, environ)
            client.write(text_frame(b"0" + msgspec.json.encode(hello)))
            client.read(lambda text: self._receive(sid, client, text), self._clock)
        finally:
            del self.sockets[sid]
            try:
                self.handlers["disconnect"](sid, self.reason.TRANSPORT_CLOSE)
            except Exception:  # a bug of a handler's; the socket must be finished all the same
                log.exception("the disconnect handler failed")
            client.finish()

    def _receive(self, sid: str, client: Client, text: str) -> None:
        """Handle one Engine.IO packet."""
        kind, message = text[:1], text[1:]
        if kind == "3" or client.closed:  # a pong; that something came at all is what counts
            return
        if kind != "4" or not (message[:1] == "0" or self._joined(sid)):
            client.close(CloseReason.POLICY_VIOLATION, "unexpected")
            return
        try:
            self.handlers["message"](sid, message)
        except Malformed:
            client.close(CloseReason.POLICY_VIOLATION, "malformed")
        except Exception:  # a bug of a handler's; it may go wrong for this message only
            log.exception("a handler failed")
        if message == "1":
            client.close()

    def _keep_watch(self) -> None:
        """Ping everybody, and close who is silent: one greenlet for all sockets."""
        limits = self._limits
        silence = limits.ping_interval + limits.ping_timeout
        while self.sockets:
            gevent.sleep(min(1.0, limits.ping_interval / 4, limits.connect_timeout / 4))
            now = self._clock()
            for sid, client in list(self.sockets.items()):
                if now - client.heard > silence:
                    client.drop()
                elif now - client.since > limits.connect_timeout and not self._joined(sid):
                    client.close(CloseReason.POLICY_VIOLATION, "not joined")
                elif now - client.pinged > limits.ping_interval:
                    client.pinged = now
                    client.write(_PING)
        self._watch = None


def make_socketio(
    app: Flask, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
) -> SocketIO:
    """A SocketIO of this app's own, over `Engine`. `clock` counts seconds and never goes back."""
    limits = limits or Limits()
    socketio = SocketIO(
        app,
        async_mode="gevent",
        async_handlers=False,  # True would handle one client's messages out of order
        serializer=Packet,
        manage_session=False,
        logger=log,
        engineio_logger=log,
    )
    server = socketio.server

    def joined(sid: str) -> bool:
        return server.manager.sid_from_eio_sid(sid, "/") is not None

    engine = Engine(limits, joined, clock)
    engine.handlers.update(server.eio.handlers)
    server.eio = engine
    return socketio


def broadcast(socketio: SocketIO, sids: Iterable[str], data: bytes) -> None:
    """Send one finished frame to all these sockets; those that are gone are left out."""
    engine, manager = socketio.server.eio, socketio.server.manager
    for sid in sids:
        engine.write(manager.eio_sid_from_sid(sid, "/"), data)


def close(socketio: SocketIO, sid: str) -> None:
    """Close a socket after all that waits for it. Its client will try to come back."""
    socketio.server.eio.disconnect(socketio.server.manager.eio_sid_from_sid(sid, "/"))


def _is_key(key: str) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except ValueError:
        return False
