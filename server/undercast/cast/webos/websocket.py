"""One WebSocket connection to one LG television: TLS where it has it, and an end to every wait.

wsproto reads and writes the frames; the socket is ours. As with Cast devices (`cast.link`) one
thread reads and sends, others `post` what is to be done, and one object is one connection.
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
"""Of sets from before 2023, where nobody answers on the other one."""

_A_MOMENT = 0.05
_CHUNK = 16 * 1024


class ConnectionBroken(Exception):
    """The connection is of no use any more; the text says why."""


class SsapWebSocket(threading.Thread):
    """A connection from `start` to its end; a daemon thread that ends by itself with it.

    Called from its thread: `linked` once if the connection stands, with the SHA-256 of the
    television's certificate ("" without TLS); `hear` with each text message; `turned` about once a
    second; `ended` with the reason, always, last. Raises OSError if no descriptors are left.
    """

    def __init__(
        self,
        address: str,
        timings: Timings,
        *,
        linked: Callable[[str], None],
        hear: Callable[[str], None],
        turned: Callable[[], None],
        ended: Callable[[str], None],
    ) -> None:
        super().__init__(name=f"television {address}", daemon=True)
        self._address = address
        self._limits = timings
        self._linked, self._hear, self._turned, self._ended = linked, hear, turned, ended
        self._todo: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._bell, self._ringer = socket.socketpair()
        self._bell.settimeout(0)
        self._ringer.settimeout(0)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._over = threading.Event()
        self._socket: socket.socket | None = None
        self._frames = WSConnection(ConnectionType.CLIENT)
        self._rate = MessageRate()
        self._text: list[str] = []
        self._size = 0
        self._begun = 0.0
        """When the message began that has not ended yet."""
        self._heard = self._pinged = 0.0

    # --- From any thread ---

    def post(self, do: Callable[[], None]) -> None:
        """Have `do` called in the connection's thread, in order, once the connection stands."""
        self._todo.put(do)
        self._ring()

    def disconnect(self) -> None:
        """End it, soon."""
        self._over.set()
        self._ring()

    @property
    def stopped_by_us(self) -> bool:
        """Whether `disconnect` was called."""
        return self._over.is_set()

    def _ring(self) -> None:
        with suppress(OSError):  # full: it is awake; closed: it has ended
            self._ringer.send(b"x")

    # --- In its own thread ---

    def send(self, text: str) -> None:
        """Say this to the television. Raises Broken."""
        self._send(TextMessage(data=text))

    def run(self) -> None:
        """Connect, serve, end."""
        why = "stopped"
        try:
            self._connect()
            while not self._over.is_set():
                self._turn()
            self._say_goodbye()
        except ConnectionBroken as broken:
            why = str(broken)
        finally:
            for each in (self._socket, self._bell, self._ringer, self._selector):
                if each is not None:
                    each.close()
            self._ended(why)

    def _turn(self) -> None:
        with suppress(Empty):
            while not self._over.is_set():
                self._todo.get_nowait()()
        self._turned()
        self._keep_alive()
        for event in self._received(min(1.0, self._limits.ping_every / 4)):
            self._on_event(event)

    def _keep_alive(self) -> None:
        now = time.monotonic()
        if now - self._heard > self._limits.silence:
            raise ConnectionBroken("the television said nothing any more")
        if self._begun and now - self._begun > self._limits.socket_timeout:
            raise ConnectionBroken("the television did not finish a message")
        if now - self._pinged > self._limits.ping_every:
            self._pinged = now
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
            case _:  # a goodbye, or bytes, which no television sends
                raise ConnectionBroken("the television closed the connection")

    def _on_text(self, event: TextMessage) -> None:
        self._text.append(event.data)
        self._size += len(event.data)
        if self._size > LARGEST:
            raise ConnectionBroken(
                f"the television sent a message of more than {LARGEST} characters"
            )
        if not event.message_finished:
            self._begun = self._begun or time.monotonic()
            return
        text = "".join(self._text)
        self._text, self._size, self._begun = [], 0, 0.0
        self._count()
        self._hear(text)

    def _count(self) -> None:
        if not self._rate.allows_one_more():
            raise ConnectionBroken("the television talks without end")

    # --- Connecting ---

    def _connect(self) -> None:
        """Over TLS; without, where the television is there and does not know TLS."""
        try:
            certificate = self._open(TLS_PORT)
        except (ConnectionError, ssl.SSLError):
            self._drop()
            try:
                certificate = self._open(PLAIN_PORT)
            except OSError as error:
                raise ConnectionBroken("no connection") from error
        except OSError as error:
            raise ConnectionBroken("no connection") from error
        assert self._socket is not None
        self._selector.register(self._socket, selectors.EVENT_READ)
        self._heard = self._pinged = time.monotonic()
        self._shake_hands()
        self._linked(certificate)

    def _drop(self) -> None:
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
        secured = _tls().wrap_socket(self._socket)
        self._socket = secured
        shown = secured.getpeercert(binary_form=True) or b""
        return hashlib.sha256(shown).hexdigest()

    def _shake_hands(self) -> None:
        self._send(Request(host=f"{self._address}:{self._port}", target="/"))
        end = time.monotonic() + self._limits.socket_timeout
        events: list[Event] = []
        while not events:
            if time.monotonic() > end:
                raise ConnectionBroken("the television does not answer")
            if self._over.is_set():
                raise ConnectionBroken("stopped")
            events = self._received(_A_MOMENT)
        if not isinstance(events[0], AcceptConnection):
            raise ConnectionBroken("the television refused the connection")
        for event in events[1:]:
            self._on_event(event)

    def _say_goodbye(self) -> None:
        with suppress(ConnectionBroken):
            self._send(CloseConnection(code=1000))

    # --- The socket ---

    def _received(self, longest: float) -> list[Event]:
        """What has come within so many seconds."""
        assert self._socket is not None
        if not (isinstance(self._socket, ssl.SSLSocket) and self._socket.pending()):
            ready = [key.fileobj for key, _ in self._selector.select(longest)]
            if self._bell in ready:
                self._bell.recv(_CHUNK)
            if self._socket not in ready:
                return []
        self._socket.settimeout(_A_MOMENT)
        try:
            data = self._socket.recv(_CHUNK)
        except TimeoutError:  # only the TLS layer had something to read
            return []
        except OSError as error:
            raise ConnectionBroken("the connection broke") from error
        if not data:
            raise ConnectionBroken("the television closed the connection")
        self._heard = time.monotonic()
        return self._understood(data)

    def _understood(self, data: bytes) -> list[Event]:
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
    """Televisions sign their certificates themselves; whose it is, the pairing remembers."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
