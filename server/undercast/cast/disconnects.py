"""Disconnects under way: our app is stopped on each device, and nothing of anybody else's."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from undercast.base.cast_status import Receiver
from undercast.cast.remote_control import RemoteControl
from undercast.cast.timings import Timings

ATTEMPTS = 3
"""To connect again if the connection breaks before our app is stopped."""

Reconnect = Callable[[RemoteControl, str], RemoteControl | None]
"""the device's last remote control, our app's session → a new one that connects."""


@dataclass(slots=True)
class _PendingDisconnect:
    remote: RemoteControl
    session: str
    """Of our app, if it has to be stopped and its session is known …"""
    lost: Receiver | None
    """… and if not: the receiver that was launched, and may still come up."""
    deadline: float
    """A shutdown waits no longer for it."""
    attempts: int = ATTEMPTS


class Disconnects:
    """All of them."""

    def __init__(self, reconnect: Reconnect, timings: Timings, clock: Callable[[], float]) -> None:
        self._reconnect = reconnect
        self._timings = timings
        self._clock = clock
        self._pending: list[_PendingDisconnect] = []

    def start(
        self,
        remote: RemoteControl,
        session: str = "",
        *,
        stop: bool = False,
        launching: Receiver | None = None,
        lost: Receiver | None = None,
    ) -> None:
        """Disconnect; with `stop`, first stop our app. An app that is still `launching`, or whose
        launch an earlier connection `lost`, is stopped when it comes up.
        """
        limit = self._timings.orphan_limit if launching or lost else self._timings.stop_limit
        remote.disconnect(stop=stop, lost=lost)
        deadline = self._clock() + limit + 1
        self._pending.append(_PendingDisconnect(remote, session, launching or lost, deadline))

    def abandon(self, address: str) -> None:
        """A new launch on this device: from now on its cast is responsible for the app."""
        for each in self._pending:
            if each.remote.address == address:
                each.session, each.lost = "", None
                each.remote.disconnect(stop=False)

    def tick(self) -> None:
        """Connect again where the connection broke before our app was stopped."""
        pending, self._pending = self._pending, []
        for each in pending:
            if not each.remote.ended:
                self._pending.append(each)
            elif self._may_still_run(each):
                again = self._reconnect(each.remote, each.session)
                if again is not None:
                    again.disconnect(stop=True, lost=each.lost)
                    self._pending.append(replace(each, remote=again, attempts=each.attempts - 1))

    def _may_still_run(self, ended: _PendingDisconnect) -> bool:
        if ended.remote.stopped_cleanly or not ended.attempts:
            return False
        return ended.session != "" or (ended.lost is not None and self._clock() < ended.deadline)

    def deadline(self) -> float | None:
        """How long a shutdown waits for them, on the clock; None: nothing is pending."""
        return max((each.deadline for each in self._pending), default=None)
