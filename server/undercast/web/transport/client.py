"""One client's WebSocket: reads one message at a time, writes in order and without blocking.

Clients nearly always send whole text frames, which `frames` parses. From the first other one on,
wsproto parses that socket: it knows every way in which a frame can be wrong. Writing needs no
library: a server's frame is a short header and the payload.
"""

import contextlib
import struct
from collections.abc import Callable
from socket import SHUT_WR, SO_SNDBUF, SOL_SOCKET
from ssl import SSLWantReadError, SSLWantWriteError
from typing import Any, Protocol

import gevent
from gevent.socket import cancel_wait, wait, wait_write
from wsproto.connection import Connection, ConnectionType
from wsproto.events import CloseConnection, Event, Ping, TextMessage
from wsproto.extensions import Extension
from wsproto.frame_protocol import CloseReason, FrameDecoder, FrameProtocol, Opcode, RsvBits

from undercast.web.limits.limit_values import SocketLimits
from undercast.web.transport.fair_scheduler import TimeSlice
from undercast.web.transport.frames import frame, whole_text

_CHUNK = 4096  # bytes at a time: with more, a flood of tiny messages would hold up the others
_KERNEL_BUFFER = 64 * 1024  # or the kernel would keep megabytes for a stalled reader
_FAREWELL = 2.0  # seconds for a client to read why it was closed
_WOULD_BLOCK = (BlockingIOError, SSLWantReadError, SSLWantWriteError)


class _FrameLimit(Extension):
    """Checks frames by their header, before the payload arrives. Never negotiated."""

    name = "limit"

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


class Recipient(Protocol):
    """A client that data is pending for: a `Client`, or a viewer of pictures."""

    def drop(self) -> None:
        """Disconnect: it reads too slowly, and may come back."""


class SendBudget:
    """Limits the bytes that are pending for all clients together."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._sizes: dict[Recipient, int] = {}
        self.total = 0
        self.dropped = 0
        """Clients that read too slowly."""

    def set_pending(self, client: Recipient, size: int) -> None:
        """Note how many bytes are pending for a client. May drop clients, this one included."""
        self.total += size - self._sizes.pop(client, 0)
        if size:
            self._sizes[client] = size
        while self.total > self._limit:
            self.drop(max(self._sizes, key=self._sizes.__getitem__))

    def drop(self, client: Recipient) -> None:
        """Drop a client that reads too slowly."""
        self.dropped += 1
        client.drop()


class Client:
    """One client's socket: the greenlet of its request reads, any greenlet writes.

    `write` sends at once; what the kernel does not take is left to a greenlet that lives as long as
    something is pending. All bytes go this way, so they stay in order.
    """

    def __init__(
        self,
        sock: Any,
        early: bytes,
        limits: SocketLimits,
        budget: SendBudget,
        time_slice: TimeSlice,
        now: float,
    ) -> None:
        self._sock = sock
        self._early = early
        self._limits = limits
        self._time_slice = time_slice
        self._outbox = bytearray()
        self._budget = budget
        self._handler: Any = None  # the greenlet that handles a message from this client
        self._held = b""  # what that wrote to this client so far: one send for view and ack
        self._writer: gevent.Greenlet[[], None] | None = None
        self._readable: Any = gevent.get_hub().loop.io(sock.fileno(), 1)
        self._decrypted: Callable[[], int] | None = getattr(sock, "pending", None)
        self._dropped = self._restarts = False
        self.closed = False
        self.since = self.heard = self.pinged = now
        self.session: dict[str, Any] = {}  # engine.io's place for an application's data
        sock.settimeout(0.0)
        sock.setsockopt(SOL_SOCKET, SO_SNDBUF, _KERNEL_BUFFER)

    def write(self, data: bytes) -> None:
        """Send `data`, now or when there is room. Never blocks; does nothing when closed."""
        if self.closed:
            return
        if self._handler is not None:
            data, self._held = self._held + data, b""
            if self._handler is gevent.getcurrent():
                self._held = data
                return
        self._send(data)

    def _send(self, data: bytes) -> None:
        if not self._outbox:
            try:
                sent = self._sock.send(data)
            except _WOULD_BLOCK:
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
            self._budget.drop(self)
        else:
            self._budget.set_pending(self, len(self._outbox))

    def close(self, code: int = CloseReason.NORMAL_CLOSURE, why: str = "") -> None:
        """Send a close frame after all that is pending, and stop reading."""
        self.write(frame(Opcode.CLOSE, struct.pack("!H", code) + why.encode()))
        self._end()

    def close_for_restart(self) -> None:
        """Ask it to reconnect, once its last message is answered."""
        if self._handler is None:
            self.close(CloseReason.SERVICE_RESTART)
        self._restarts = True

    def drop(self) -> None:
        """Disconnect at once, without a close frame."""
        self._dropped = True
        self._held = b""
        self._outbox.clear()
        self._budget.set_pending(self, 0)
        self._end()

    def read(self, received: Callable[[str], None], clock: Callable[[], float]) -> None:
        """Pass each message to `received`, one at a time, until the socket ends."""
        rest = b""
        while not rest and (data := self._next(clock)):
            rest = self._handle_texts(data, received)
        if rest:
            self._read_with_wsproto(rest, received, clock)

    def _next(self, clock: Callable[[], float]) -> bytes:
        """The next bytes; none at the end."""
        if self.closed:
            return b""
        data = self._early or self._receive()
        self._early = b""
        self.heard = clock()
        return data

    def _handle_texts(self, data: bytes, received: Callable[[str], None]) -> bytes:
        """Handle the whole text frames at the start; returns the rest."""
        start = 0
        while found := whole_text(data, start, self._limits.max_message):
            text, start = found
            with self._time_slice:
                self._handle(text, received)
        return data[start:]

    def _read_with_wsproto(
        self, data: bytes, received: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        """Read frames of any kind from here on."""
        protocol = Connection(
            ConnectionType.SERVER, extensions=[_FrameLimit(self._limits.max_message)]
        )
        parts: list[str] = []
        while data:
            protocol.receive_data(data)
            for event in protocol.events():
                with self._time_slice:
                    self._handle_event(event, parts, received)
            data = self._next(clock)

    def _handle_event(
        self, event: Event, parts: list[str], received: Callable[[str], None]
    ) -> None:
        """Handle an event; `parts` are those of a message that arrived so far."""
        if isinstance(event, TextMessage):
            if event.data:
                parts.append(event.data)
            if event.message_finished:
                text = "".join(parts)
                parts.clear()
                self._handle(text, received)
        elif isinstance(event, Ping):
            self.write(frame(Opcode.PONG, bytes(event.payload)))
        elif isinstance(event, CloseConnection):
            normal = event.code == CloseReason.NO_STATUS_RCVD
            self.close(CloseReason.NORMAL_CLOSURE if normal else event.code)

    def _handle(self, text: str, received: Callable[[str], None]) -> None:
        """Handle a message, and send what its handler wrote to this client in one go."""
        self._handler = gevent.getcurrent()
        try:
            received(text)
        finally:
            self._handler = None
            self._send_held()
            if self._restarts:
                self.close(CloseReason.SERVICE_RESTART)

    def _send_held(self) -> None:
        held, self._held = self._held, b""
        if held:
            self._send(held)

    def finish(self) -> None:
        """Wait a moment for the close frame to arrive; the socket may be closed after that.

        Closing while the client still sends would reset the connection and lose the frame.
        """
        self.closed = True
        try:
            with contextlib.suppress(gevent.Timeout, OSError), gevent.Timeout(_FAREWELL):
                if not self._dropped:
                    if self._writer:
                        self._writer.join()
                    self._sock.shutdown(SHUT_WR)
                    while self._receive():
                        pass
        finally:
            if self._writer:
                self._writer.kill()
            self._budget.set_pending(self, 0)
            self._readable.close()

    def _end(self) -> None:
        self.closed = True
        cancel_wait(self._readable, ConnectionAbortedError())  # wakes the reader

    def _receive(self) -> bytes:
        """The next bytes from the socket; none at its end, for whatever reason."""
        # Waiting first, even if data is there already, lets every other greenlet run. Only what TLS
        # has decrypted already is read at once: no event will announce it.
        try:
            while True:
                if not (self._decrypted and self._decrypted()):
                    wait(self._readable)
                try:
                    data: bytes = self._sock.recv(_CHUNK)
                except _WOULD_BLOCK:
                    continue
                return data
        except OSError:
            return b""

    def _drain(self) -> None:
        while self._outbox:
            try:
                wait_write(self._sock.fileno())
                sent = self._sock.send(self._outbox)
            except _WOULD_BLOCK:
                continue
            except OSError:
                self.drop()
                return
            del self._outbox[:sent]
            self._budget.set_pending(self, len(self._outbox))
