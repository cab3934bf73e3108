"""One TLS connection to one device: pychromecast's socket client within limits.

It differs from the library (14.0.10, pinned because this uses its internals):

- the reading thread also sends everything: two threads on one TLS connection can break it, and have
  aborted an interpreter. Others `post` calls;
- one object is one connection: the state machine decides whether to connect again, and where;
- every wait ends, and the device's messages have a limit in size and rate;
- what the TLS layer has decrypted is read at once, not at the next poll.
"""

import math
import selectors
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from struct import unpack
from typing import Any

from pychromecast.const import CAST_TYPE_CHROMECAST, MESSAGE_TYPE
from pychromecast.controllers.heartbeat import HeartbeatController
from pychromecast.controllers.receiver import NS_RECEIVER
from pychromecast.error import (
    ChromecastConnectionClosed,
    ChromecastConnectionError,
    NotConnected,
    PyChromecastStopped,
)
from pychromecast.generated.cast_channel_pb2 import CastMessage
from pychromecast.models import HostServiceInfo
from pychromecast.socket_client import (
    CONNECTION_STATUS_CONNECTED,
    ConnectionStatus,
    ConnectionStatusListener,
    InterruptLoop,
    SocketClient,
)

from undercast.cast.launcher import MEDIA_NAMESPACE
from undercast.cast.message_rate import MessageRate
from undercast.cast.probe import CAST_PORT
from undercast.cast.timings import Timings

MAX_FRAME = 64 * 1024
"""In bytes; the protocol allows no more."""

_POLL = 0.05


class TlsConnection(SocketClient, ConnectionStatusListener):
    """A connection from `start` to its end: a daemon thread that ends with it.

    Called from its thread: `on_connected` once; `on_message` with the type of each message of the
    device or of an app's player, and the message (unchecked); `on_tick` about once a second;
    `on_end` with the reason, always and last. Raises OSError without free file descriptors.
    """

    def __init__(
        self,
        address: str,
        timings: Timings,
        *,
        on_connected: Callable[[], None],
        on_message: Callable[[str, dict[str, Any]], None],
        on_tick: Callable[[], None],
        on_end: Callable[[str], None],
    ) -> None:
        super().__init__(
            cast_type=CAST_TYPE_CHROMECAST,
            tries=1,
            timeout=timings.socket_timeout,
            retry_wait=None,
            services={HostServiceInfo(address, CAST_PORT)},
            zconf=None,
        )
        self.name = f"device {address}"
        self._limits = timings
        self._on_connected, self._on_message = on_connected, on_message
        self._on_tick, self._on_end = on_tick, on_end
        self._why = "the device closed the connection"
        self._tasks: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._connected = False
        self.stopped_by_us = False
        self._rate = MessageRate()
        self.socketpair[1].settimeout(0)
        self._replace_parts()

    def _replace_parts(self) -> None:
        """Our heartbeat and selector; no media controller."""
        self.unregister_handler(self.media_controller)
        self.unregister_handler(self.heartbeat_controller)
        self.heartbeat_controller = _Heartbeat(self._limits)
        self.register_handler(self.heartbeat_controller)
        self.register_connection_listener(self)
        self.selector.close()
        self.selector = _Selector(self, min(1.0, self._limits.ping_every / 4))
        self.wakeup_selector_key = self.selector.register(self.socketpair[0], selectors.EVENT_READ)

    # --- From any thread ---

    def post(self, task: Callable[[], None]) -> None:
        """Call `task` in the connection's thread, in order, once connected."""
        self._tasks.put(task)
        with suppress(OSError):  # full: it is awake; closed: it has ended
            self.socketpair[1].send(b"x")

    def disconnect(self) -> None:
        """End it, soon."""
        self.stopped_by_us = True
        super().disconnect()

    # --- In its own thread ---

    def ask(self, destination: str, namespace: str, data: dict[str, Any]) -> int:
        """Send a request; its id. If the connection breaks, the reader notices."""
        with suppress(NotConnected, PyChromecastStopped):
            self.send_message(destination, namespace, data)
        return self._request_id

    @property
    def readable(self) -> bool:
        """Whether decrypted data is unread."""
        return isinstance(self.socket, ssl.SSLSocket) and self.socket.pending() > 0

    def run(self) -> None:
        """Connect, serve, end."""
        try:
            super().run()
        finally:
            self._close_all()
            self._on_end(self._why)

    def initialize_connection(self) -> None:
        """At most once."""
        if self._connected:
            raise ChromecastConnectionError("connected only once")
        self._why = "no connection"
        try:
            super().initialize_connection()
        except PyChromecastStopped as error:  # at the moment of connecting
            raise ChromecastConnectionError("stopped") from error
        self._why = "the device closed the connection"

    def new_connection_status(self, status: ConnectionStatus) -> None:
        """The library's report on the connection."""
        if status.status == CONNECTION_STATUS_CONNECTED:
            self._connected = True
            self._on_connected()

    def _run_once(self) -> int:
        while not self._force_recon and not self.stop.is_set():
            try:
                task = self._tasks.get_nowait()
            except Empty:
                break
            task()
        self._on_tick()
        return super()._run_once()

    def _read_message(self) -> CastMessage | None:  # type: ignore[override]
        """The next message; None: only the TLS layer had data."""
        deadline = time.monotonic() + self._limits.socket_timeout
        first = self._peek()
        if not first:
            return None
        size: int = unpack(">I", first + self._exactly(3, deadline))[0]
        if size > MAX_FRAME:
            raise self._end(f"the device sent a frame of {size} bytes")
        body = self._exactly(size, deadline)
        why, self._why = self._why, "the device sent what is no frame"
        message = CastMessage()
        message.ParseFromString(body)  # an exception ends the connection
        self._why = why
        return message

    def _peek(self) -> bytes:
        assert self.socket is not None
        self.socket.settimeout(_POLL)
        try:
            first = self.socket.recv(1)
        except TimeoutError:
            return b""
        finally:
            self.socket.settimeout(self._limits.socket_timeout)
        if not first:
            raise self._end("the device closed the connection")
        return first

    def _exactly(self, size: int, deadline: float) -> bytes:
        assert self.socket is not None
        read = b""
        while len(read) < size:
            if self.stop.is_set():
                raise InterruptLoop("stopped while reading")
            if time.monotonic() > deadline:
                raise self._end("the device did not finish a frame")
            with suppress(TimeoutError):
                more = self.socket.recv(min(size - len(read), 16384))
                if not more:
                    raise self._end("the device closed the connection")
                read += more
        return read

    def _route_message(self, message: CastMessage, data: dict[str, Any]) -> None:
        if not self._rate.allow():
            self._why = "the device talks without end"
            self._force_recon = True
            return
        kind = data.get(MESSAGE_TYPE, data.get("responseType"))  # some answers have the latter
        if not isinstance(kind, str):
            return
        if message.namespace in (NS_RECEIVER, MEDIA_NAMESPACE):
            self._on_message(kind, data)
        elif MESSAGE_TYPE in data:  # the library requires it
            super()._route_message(message, data)

    def _end(self, why: str) -> ChromecastConnectionClosed:
        self._why = why
        return ChromecastConnectionClosed(why)

    def _close_all(self) -> None:
        ends: list[socket.socket | None] = [self.socket, *self.socketpair]
        for end in ends:
            if end is not None:
                end.close()
        self.selector.close()


class _Heartbeat(HeartbeatController):
    """With our time limits, on a monotonic clock."""

    def __init__(self, limits: Timings) -> None:
        super().__init__()
        self._limits = limits
        self.last_ping, self.last_pong = -math.inf, time.monotonic()

    def ping(self) -> None:
        """Ping the device."""
        super().ping()
        self.last_ping = time.monotonic()

    def reset(self) -> None:
        """The device has answered."""
        self.last_pong = time.monotonic()

    def is_expired(self) -> bool:
        """Ping if it is time; whether the device has been silent for too long."""
        now = time.monotonic()
        if now - self.last_ping > self._limits.ping_every:
            self.ping()
        return now - self.last_pong > self._limits.silence


class _Selector(selectors.DefaultSelector):
    """Knows what the TLS layer has read ahead, and never waits long."""

    def __init__(self, link: TlsConnection, longest: float) -> None:
        super().__init__()
        self._link = link
        self._longest = longest

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As any selector, otherwise."""
        key = self._link.remote_selector_key
        if key is not None and self._link.readable:
            return [(key, selectors.EVENT_READ)]
        return super().select(self._longest if timeout is None else min(timeout, self._longest))
