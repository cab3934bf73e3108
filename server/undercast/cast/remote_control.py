"""The connection to a device of either kind, as casts see it."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from undercast.base.cast_status import Kind, Receiver
from undercast.cast import events
from undercast.cast.timings import Timings

Notify = Callable[[events.Event], None]
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RemoteSettings:
    """What every remote control is made with."""

    address: str
    session: str
    """Of our app on the device, from an earlier connection; or ""."""
    timings: Timings
    notify: Notify
    """Takes the events, in the connection's thread."""
    report: Report
    """Takes faults in words, in the same thread."""


RemoteFactory = Callable[[Kind, RemoteSettings], "RemoteControl"]
"""Raises OSError."""


class Connection(Protocol):
    """The thread that sends to one device and receives from it."""

    def start(self) -> None:
        """Connect."""

    def post(self, task: Callable[[], None]) -> None:
        """Call `task` in its thread, once connected."""

    def disconnect(self) -> None:
        """End it, soon."""

    @property
    def stopped_by_us(self) -> bool:
        """Whether `disconnect` was called."""


class RemoteControl(ABC):
    """One connection to a device, from `start` to `disconnect`.

    Everything happens in the connection's thread; the methods only post. Connected or
    ConnectionLost comes within the socket's time limits; ConnectionLost comes once and last.
    """

    kind: Kind
    _connection: Connection

    def __init__(self, settings: RemoteSettings) -> None:
        self.address, self._session = settings.address, settings.session
        self._timings = settings.timings
        self._notify, self._report = settings.notify, settings.report
        self._launches = 0
        self._reported: events.ScreenReported | None = None
        self._reported_garbage = False
        self._connected = False
        self._disconnect_by: float | None = None
        self.ended = False
        """Whether the connection is over …"""
        self.stopped_cleanly = False
        """… and, after a `disconnect` with `stop`, nothing of ours runs on the device."""

    def start(self) -> None:
        """Connect. Returns at once."""
        self._connection.start()

    @abstractmethod
    def launch(self, receiver: Receiver) -> None:
        """Start or restart this receiver's app, whatever runs."""

    @abstractmethod
    def load(self, url: str) -> None:
        """Have the app that we launched open this address."""

    @abstractmethod
    def request_status(self) -> None:
        """Ask the device again what it runs."""

    @abstractmethod
    def disconnect(self, *, stop: bool, lost: Receiver | None = None) -> None:
        """End the connection; with `stop`, first stop our app, if it still runs. `lost`: launched
        by an earlier connection that broke before the app's session was known; that is ours, too.

        Takes at most the `stop_limit` (the `orphan_limit` if an app has yet to come up) and two
        socket time-outs, in its own thread.
        """

    # --- In the connection's thread ---

    def _finish(self) -> None:
        self.stopped_cleanly = True
        self._connection.disconnect()

    def _on_tick(self) -> None:
        if self._disconnect_by is not None and time.monotonic() > self._disconnect_by:
            self._connection.disconnect()

    def _on_end(self, why: str) -> None:
        if self._connected and self._disconnect_by is None and not self._connection.stopped_by_us:
            self._report(f"{self.address}: {why}")
        self.ended = True
        self._notify(events.ConnectionLost())

    def _report_screen(self, screen: events.ScreenReported) -> None:
        if screen != self._reported:
            self._reported = screen
            self._notify(screen)

    def _report_garbage(self, what: str) -> None:
        """Once a connection."""
        if not self._reported_garbage:
            self._reported_garbage = True
            self._report(f"{self.address} sent a {what} that is none")
