"""One WebSocket connection to one LG television: over TLS if it has it, with an end to every wait.

wsproto reads and writes the frames; the socket is ours. As with Cast devices (`tls_connection`) one
thread reads and sends, others `post` calls, and one object is one connection.
"""

import hashlib
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from wsproto import ConnectionType, WSConnection
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Event,
    Ping,
    Pong,
    Request,
    TextMessage,
)
from wsproto.utilities import ProtocolError

from undercast.cast.message_rate import MessageRate
from undercast.cast.timings import Timings
from undercast.cast.webos.ssap import LARGEST

TLS_PORT = 3001
PLAIN_PORT = 3000
"""Of sets from before 2023, which have no TLS port."""

_POLL = 0.05
_CHUNK = 16 * 1024


class ConnectionBroken(Exception):
    """The connection cannot go on; the text says why."""


class SsapConnection(threading.Thread):
    """A connection from `start` to its end: a daemon thread that ends with it.

    Called from its thread: `on_connected` once, with the SHA-256 of the television's certificate
    ("" without TLS); `on_message` with each text message; `on_tick` about once a second; `on_end`
    with the reason, always and last. Raises OSError without free file descriptors.
    """

    def __init__(
        self,
        address: str,
        timings: Timings,
        *,
        on_connected: Callable[[str], None],
        on_message: Callable[[str], None],
        on_tick: Callable[[], None],
        on_end: Callable[[str], None],
    ) -> None:
        super().__init__(name=f"television {address}", daemon=True)
        self._address = address
        self._limits = timings
        self._on_connected, self._on_message = on_connected, on_message
        self._on_tick, self._on_end = on_tick, on_end
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._wake_reader, self._wake_writer = socket.socketpair()
        self._wake_reader.settimeout(0)
        self._wake_writer.settimeout(0)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._wake_reader, selectors.EVENT_READ)
        self._stopping = threading.Event()
        self._socket: socket.socket | None = None
        self._frames = WSConnection(ConnectionType.CLIENT)
        self._rate = MessageRate()
        self._parts: list[str] = []
        self._size = 0
        self._started_at = 0.0
        """When the unfinished message started; 0: there is none."""
        self._received_at = self._pinged_at = 0.0

    # --- From any thread ---

    def post(self, task: Callable[[], None]) -> None:
        """Call `task` in the connection's thread, in order, once connected."""
        self._tasks.put(task)
        self._wake()

    def disconnect(self) -> None:
        """End it, soon."""
        self._stopping.set()
        self._wake()

    @property
    def stopped_by_us(self) -> bool:
        """Whether `disconnect` was called."""
        return self._stopping.is_set()

    def _wake(self) -> None:
        with suppress(OSError):  # full: it is awake; closed: it has ended
            self._wake_writer.send(b"x")

    # --- In its own thread ---

    def send(self, text: str) -> None:
        """Send this text. Raises ConnectionBroken."""
        self._send(TextMessage(data=text))

    def run(self) -> None:
        """Connect, serve, end."""
        why = "stopped"
        try:
            self._connect()
            while not self._stopping.is_set():
                self._run_once()
            self._close()
        except ConnectionBroken as broken:
            why = str(broken)
        finally:
            for each in (self._socket, self._wake_reader, self._wake_writer, self._selector):
                if each is not None:
                    each.close()
            self._on_end(why)

    def _run_once(self) -> None:
        with suppress(Empty):
            while not self._stopping.is_set():
                self._tasks.get_nowait()()
        self._on_tick()
        self._keep_alive()
        for event in self._received(min(1.0, self._limits.ping_every / 4)):
            self._on_event(event)

    def _keep_alive(self) -> None:
        now = time.monotonic()
        if now - self._received_at > self._limits.silence:
            raise ConnectionBroken("the television said nothing any more")
        if self._started_at and now - self._started_at > self._limits.socket_timeout:
            raise ConnectionBroken("the television did not finish a message")
        if now - self._pinged_at > self._limits.ping_every:
            self._pinged_at = now
            self._send(Ping())

    def _on_event(self, event: Event) -> None:
        match event:
            case TextMessage():
                self._on_text(event)
            case Ping():
                self._count()
                self._send(event.response())
            case Pong():
                self._count()
            case _:  # a close, or bytes, which no television sends
                raise ConnectionBroken("the television closed the connection")

    def _on_text(self, event: TextMessage) -> None:
        self._parts.append(event.data)
        self._size += len(event.data)
        if self._size > LARGEST:
            raise ConnectionBroken(
                f"the television sent a message of more than {LARGEST} characters"
            )
        if not event.message_finished:
            self._started_at = self._started_at or time.monotonic()
            return
        text = "".join(self._parts)
        self._parts, self._size, self._started_at = [], 0, 0.0
        self._count()
        self._on_message(text)

    def _count(self) -> None:
        if not self._rate.allow():
            raise ConnectionBroken("the television talks without end")

    # --- Connecting ---

    def _connect(self) -> None:
        """Over TLS, or without if the television is there and refuses TLS."""
        try:
            try:
                certificate = self._open(TLS_PORT)
            except (ConnectionError, ssl.SSLError):
                self._close_socket()
                certificate = self._open(PLAIN_PORT)
        except OSError as error:
            raise ConnectionBroken("no connection") from error
        assert self._socket is not None
        self._selector.register(self._socket, selectors.EVENT_READ)
        self._received_at = self._pinged_at = time.monotonic()
        self._handshake()
        self._on_connected(certificate)

    def _close_socket(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _open(self, port: int) -> str:
        """The SHA-256 of its certificate, if it has one. Raises OSError."""
        limit = self._limits.socket_timeout
        self._socket = socket.create_connection((self._address, port), limit)
        self._port = port
        if port == PLAIN_PORT:
            return ""
        self._socket = secured = _tls().wrap_socket(self._socket)
        return hashlib.sha256(secured.getpeercert(binary_form=True) or b"").hexdigest()

    def _handshake(self) -> None:
        self._send(Request(host=f"{self._address}:{self._port}", target="/"))
        end = time.monotonic() + self._limits.socket_timeout
        events: list[Event] = []
        while not events:
            if time.monotonic() > end:
                raise ConnectionBroken("the television does not answer")
            if self._stopping.is_set():
                raise ConnectionBroken("stopped")
            events = self._received(_POLL)
        if not isinstance(events[0], AcceptConnection):
            raise ConnectionBroken("the television refused the connection")
        for event in events[1:]:
            self._on_event(event)

    def _close(self) -> None:
        with suppress(ConnectionBroken):
            self._send(CloseConnection(code=1000))

    # --- The socket ---

    def _received(self, longest: float) -> list[Event]:
        """The events that arrive within this many seconds."""
        assert self._socket is not None
        if not (isinstance(self._socket, ssl.SSLSocket) and self._socket.pending()):
            ready = [key.fileobj for key, _ in self._selector.select(longest)]
            if self._wake_reader in ready:
                self._wake_reader.recv(_CHUNK)
            if self._socket not in ready:
                return []
        self._socket.settimeout(_POLL)
        try:
            data = self._socket.recv(_CHUNK)
        except TimeoutError:  # only the TLS layer had data
            return []
        except OSError as error:
            raise ConnectionBroken("the connection broke") from error
        if not data:
            raise ConnectionBroken("the television closed the connection")
        self._received_at = time.monotonic()
        return self._parsed(data)

    def _parsed(self, data: bytes) -> list[Event]:
        try:
            self._frames.receive_data(data)
            return list(self._frames.events())
        except (ProtocolError, ValueError) as error:
            raise ConnectionBroken("the television sent what is no frame") from error

    def _send(self, event: Event) -> None:
        assert self._socket is not None
        try:
            data = self._frames.send(event)
            self._socket.settimeout(self._limits.socket_timeout)
            self._socket.sendall(data)
        except (OSError, ProtocolError) as error:
            raise ConnectionBroken("the connection broke") from error


def _tls() -> ssl.SSLContext:
    """Televisions sign their own certificates; the pairing remembers them."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
