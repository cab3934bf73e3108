"""The WebSocket transport under Flask-SocketIO: small, bounded, and in order.

    socketio = make_socketio(app, SocketLimits(...))  # a flask_socketio.SocketIO of this app alone
    socketio.server.on("connect", on_connect)       # on_connect(sid, environ, auth) -> False | None
    socketio.server.on("touch_card", on_touch)      # on_touch(sid, payload) -> the ack's value
    socketio.server.on("*", on_unknown)             # on_unknown(name, sid, payload) -> the ack
    socketio.server.on("disconnect", on_gone)       # on_gone(sid, reason)

    frame = event_frame("view", message)            # packets.py: built once for an audience …
    broadcast(socketio, sids, frame)                # … and sent to each of its sockets
    close(socketio, sid)                            # end one

    server = make_server(app, socketio, "0.0.0.0", 8080)    # listener.py
    server.serve_forever()

Guarantees:

- Handlers run without Flask's request context. The messages of one socket are handled in order, one
  at a time; different sockets are independent: a handler that waits holds up its own client only.
- Broadcasts and acks leave a socket in the order in which they were sent, an ack when its handler
  returns: so after what the handler broadcast. Nothing can be sent to a socket within "connect".
- Sending never waits and never raises. A socket with more than `SocketLimits.max_waiting` bytes
  pending is dropped: the next view heals a client that comes back, but not one that lags. When
  more than `SocketLimits.max_waiting_together` are pending for all, the fullest goes first.
- A client that breaks a rule is closed, without a log line. "disconnect" always follows, once.

python-engineio's own driver gives none of these: simple-websocket writes partially to a stalled
reader and goes on (its issue 45), takes a second descriptor and two more greenlets per socket,
compresses for any client that asks, and checks a message's size once all of it is in memory. So
`EngineServer` replaces its transport and `ClientManager` its list of sockets. Flask-SocketIO and
python-socketio stay as they are, but events reach their handlers by a shorter way. There are no
Socket.IO rooms and no polling. A WSGI middleware checks Host and Origin: put it around
`app.wsgi_app` after `make_socketio`, so that it is around the sockets, too.

Nothing here needs `gevent.monkey`; a program that wants it patches first in its main module.
"""

import base64
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import engineio
import gevent
import msgspec
from flask import Flask
from flask_socketio import SocketIO
from wsproto.frame_protocol import CloseReason
from wsproto.utilities import generate_accept_token

from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.limits.limit_values import SocketLimits
from undercast.web.transport.client import Client, SendBudget
from undercast.web.transport.client_manager import ClientManager
from undercast.web.transport.fair_scheduler import FairScheduler
from undercast.web.transport.frames import text_frame
from undercast.web.transport.packets import ACK, Malformed, Packet

__all__ = ["HANDLER", "EngineServer", "broadcast", "clients", "close", "make_socketio"]

log = logging.getLogger(__name__)

HANDLER = "undercast.handler"
"""In the WSGI environment: the listener's handler, whose socket an upgrade takes over."""

NAMED_ROOM = "undercast.room"
"""In the environment that "connect" gets: `room` of the socket's address, in capitals and cut. It
should be a code, but a client may write anything there."""

_LONGEST_ROOM = 12

_PING = text_frame("2")
_SWITCHING = (
    b"HTTP/1.1 101 Switching Protocols\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %b\r\n\r\n"
)


class _Refusal(NamedTuple):
    """Why a request gets no socket: HTTP status, Engine.IO error code, text for developers."""

    status: str
    code: int
    message: str


_NO_POLLING = _Refusal(
    "400 Bad Request",
    0,
    'This server speaks WebSocket only: connect with transports: ["websocket"].',
)
_OTHER_ENGINE = _Refusal(
    "400 Bad Request",
    5,
    "This server speaks Engine.IO 4: use a Socket.IO 3 or 4 client.",
)
_NO_UPGRADE = _Refusal("400 Bad Request", 3, "This is not a WebSocket upgrade.")
_OTHER_VERSION = _Refusal("426 Upgrade Required", 3, "This server speaks WebSocket version 13.")
_TOO_MANY = _Refusal("429 Too Many Requests", 4, "Too many sockets from this address at a time.")
_LEAVING = _Refusal("503 Service Unavailable", 3, "This server is stopping: connect again.")
_NO_LISTENER = _Refusal("501 Not Implemented", 3, "Sockets need this application's own listener.")


class EngineServer(engineio.Server):  # type: ignore[misc]  # it has no types
    """Engine.IO over nothing but WebSocket, in the place of python-engineio's server.

    `session(sid)` is the Socket.IO session of a socket that has joined; `events` are the handlers
    of Socket.IO's events by name, "*" for all others.
    """

    def __init__(
        self,
        limits: SocketLimits,
        session: Callable[[str], str | None],
        events: Mapping[str, Callable[..., Any]],
        clock: Callable[[], float],
    ) -> None:
        super().__init__(async_mode="gevent", logger=log)
        self.sockets: dict[str, Client] = {}
        self.accepts = True
        """False once all are drained: a proxy may still send requests on open connections."""
        self._limits = limits
        self.scheduler = FairScheduler()
        self.send_budget = SendBudget(limits.max_waiting_together)
        self._session = session
        self._events = events
        self._clock = clock
        self.connections = ConnectionCounter(limits.max_sockets_per_address)
        self._checker: gevent.Greenlet[[], None] | None = None
        self.frames = self.sent = 0
        """Frames and bytes that were sent, or are pending."""

    def handle_request(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        """WSGI: turn the request into a socket and serve that until it ends, or refuse it."""
        handler = environ.pop(HANDLER, None)
        query = parse_qs(environ["QUERY_STRING"])
        refusal = _NO_LISTENER if handler is None else self._refusal(environ, query)
        if refusal is not None:
            return _refused(start_response, refusal)
        address = environ["REMOTE_ADDR"]
        accept = generate_accept_token(environ["HTTP_SEC_WEBSOCKET_KEY"].encode())
        self.connections.add(address)
        try:
            sock, early = handler.hand_over()
            environ.clear()  # a socket may last, and there may be thousands
            client = Client(
                sock,
                early,
                self._limits,
                self.send_budget,
                self.scheduler.time_slice(address),
                self._clock(),
            )
            self._serve(client, address, _room(query), _SWITCHING % accept)
        finally:
            self.connections.remove(address)
        return []

    def send(self, sid: str, data: str) -> None:
        """Send a Socket.IO packet's text."""
        self.write(sid, text_frame("4" + data))

    def send_packet(self, sid: str, pkt: Any) -> None:
        """Send one of python-engineio's packets."""
        self.write(sid, text_frame(pkt.encode()))

    def write(self, sid: str, data: bytes) -> None:
        """Send a finished frame, unless the socket is gone."""
        client = self.sockets.get(sid)
        if client is not None:
            self.frames += 1
            self.sent += len(data)
            client.write(data)

    def disconnect(self, sid: str | None = None) -> None:
        """Close one socket or all."""
        if sid is None:
            for client in list(self.sockets.values()):
                client.close(CloseReason.GOING_AWAY)
        elif sid in self.sockets:
            self.sockets[sid].close()

    def _refusal(self, environ: dict[str, Any], query: dict[str, list[str]]) -> _Refusal | None:
        """Why this request gets no socket, if so."""
        if query.get("transport") != ["websocket"] or "sid" in query:
            return _NO_POLLING
        if query.get("EIO") != ["4"]:
            return _OTHER_ENGINE
        if not _is_upgrade(environ):
            return _NO_UPGRADE
        if not self.accepts:
            return _LEAVING
        if environ.get("HTTP_SEC_WEBSOCKET_VERSION") != "13":
            return _OTHER_VERSION
        if not self.connections.admits(environ["REMOTE_ADDR"]):
            return _TOO_MANY
        return None

    def _serve(self, client: Client, address: str, named: str, switching: bytes) -> None:
        sid = self.generate_id()
        hello = {
            "sid": sid,
            "upgrades": [],
            "pingInterval": int(self._limits.ping_interval * 1000),
            "pingTimeout": int(self._limits.ping_timeout * 1000),
            "maxPayload": self._limits.max_message,
        }
        self.sockets[sid] = client
        if not self._checker:
            self._checker = gevent.spawn(self._check_sockets)
        try:
            self.handlers["connect"](sid, {"REMOTE_ADDR": address, NAMED_ROOM: named})
            client.write(switching + text_frame(b"0" + msgspec.json.encode(hello)))
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
        if (
            kind == "3" or client.closed
        ):  # any message counts as a sign of life; a pong is nothing else
            return
        session = self._session(sid)
        if kind != "4" or (session is None and message[:1] != "0"):
            client.close(CloseReason.POLICY_VIOLATION, "unexpected")
            return
        try:
            if session is not None and message[:1] == "2":
                self._handle_event(session, client, Packet(encoded_packet=message))
            else:
                self.handlers["message"](sid, message)
        except Malformed:
            client.close(CloseReason.POLICY_VIOLATION, "malformed")
        except Exception:  # a bug of a handler's; it may go wrong for this message only
            log.exception("a handler failed")
        if message == "1":
            client.close()

    def _handle_event(self, session: str, client: Client, event: Packet) -> None:
        """Handle an event and acknowledge it, as python-socketio does, in fewer steps.

        Nearly every packet is an event; its own way takes 6 % of a reveal's processor time.
        """
        name, payload = event.data
        log.info('received event "%s" from %s', name, session)
        if name in self._events:
            answer = self._events[name](session, payload)
        elif "*" in self._events:
            answer = self._events["*"](name, session, payload)
        else:
            return
        if event.id is not None:
            data = [] if answer is None else [answer]
            client.write(text_frame("4" + Packet(ACK, data, id=event.id).encode()))

    def _check_sockets(self) -> None:
        """Check all sockets, in one greenlet; a fault with one does not affect the others."""
        limits = self._limits
        while self.sockets:
            gevent.sleep(min(1.0, limits.ping_interval / 4, limits.connect_timeout / 4))
            now = self._clock()
            for sid, client in list(self.sockets.items()):
                try:
                    self._check(sid, client, now)
                except Exception:  # a bug of ours; the next check tries again
                    log.exception("checking a socket failed")
        self._checker = None

    def _check(self, sid: str, client: Client, now: float) -> None:
        """Ping it; close it if it is silent or never joined."""
        limits = self._limits
        if now - client.heard > limits.ping_interval + limits.ping_timeout:
            client.drop()
        elif now - client.since > limits.connect_timeout and self._session(sid) is None:
            client.close(CloseReason.POLICY_VIOLATION, "not joined")
        elif now - client.pinged > limits.ping_interval:
            client.pinged = now
            client.write(_PING)


def make_socketio(
    app: Flask, limits: SocketLimits | None = None, clock: Callable[[], float] = time.monotonic
) -> SocketIO:
    """A SocketIO for this app alone, over `EngineServer`. `clock` is monotonic, in seconds."""
    limits = limits or SocketLimits()
    socketio = SocketIO(
        app,
        async_mode="gevent",
        async_handlers=False,  # True would handle one client's messages out of order
        serializer=Packet,
        manage_session=False,
        client_manager=ClientManager(),
        logger=log,
        engineio_logger=log,
    )
    server = socketio.server

    def session(sid: str) -> str | None:
        found: str | None = server.manager.sid_from_eio_sid(sid, "/")
        return found

    engine = EngineServer(limits, session, server.handlers.setdefault("/", {}), clock)
    engine.handlers.update(server.eio.handlers)
    server.eio = engine
    return socketio


def broadcast(socketio: SocketIO, sids: Iterable[str], data: bytes) -> None:
    """Send one finished frame to all these sockets that are still there."""
    engine, joined = socketio.server.eio, socketio.server.manager.clients
    for sid in sids:
        client = joined.get(sid)
        if client is not None:
            client.write(data)
            engine.frames += 1
            engine.sent += len(data)


def close(socketio: SocketIO, sid: str) -> None:
    """Close a socket after all that is pending. Its client will try to reconnect."""
    socketio.server.eio.disconnect(socketio.server.manager.eio_sid_from_sid(sid, "/"))


def clients(socketio: SocketIO, sids: Iterable[str]) -> list[Client]:
    """Those sockets that are still there."""
    joined = socketio.server.manager.clients
    return [joined[sid] for sid in sids if sid in joined]


def _room(query: dict[str, list[str]]) -> str:
    return query.get("room", [""])[0][:_LONGEST_ROOM].upper()


def _refused(start_response: Any, refusal: _Refusal) -> list[bytes]:
    """Refuse a request, as Engine.IO does."""
    body = msgspec.json.encode({"code": refusal.code, "message": refusal.message})
    headers = [
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Sec-WebSocket-Version", "13"),
        ("Connection", "close"),
    ]
    start_response(refusal.status, headers)
    return [body]


def _is_upgrade(environ: dict[str, Any]) -> bool:
    return (
        environ["REQUEST_METHOD"] == "GET"
        and environ["SERVER_PROTOCOL"] == "HTTP/1.1"
        and environ.get("HTTP_UPGRADE", "").lower() == "websocket"
        and "upgrade" in environ.get("HTTP_CONNECTION", "").lower()
        and _is_key(environ.get("HTTP_SEC_WEBSOCKET_KEY", ""))
    )


def _is_key(key: str) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except ValueError:
        return False
