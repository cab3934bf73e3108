"""Devices that are being left: nothing of ours stays there, and nothing of others is stopped."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from undercast.base.cast_status import Receiver
from undercast.cast.remote_control import RemoteControl
from undercast.cast.timings import Timings

TRIES = 3
"""To connect once more, where the connection broke before our app was stopped."""

Rejoin = Callable[[RemoteControl, str], RemoteControl | None]
"""the device's last remote control, our app's session → a new one that connects."""


@dataclass(slots=True)
class _Leaving:
    remote: RemoteControl
    session: str
    """Of our app, if it is to be stopped and its name is known …"""
    lost: Receiver | None
    """… and if it is not: what was launched, and may still come up."""
    until: float
    """The end waits no longer for it."""
    tries: int = TRIES


class Disconnects:
    """All devices that are being left."""

    def __init__(self, rejoin: Rejoin, timings: Timings, clock: Callable[[], float]) -> None:
        self._rejoin = rejoin
        self._timings = timings
        self._clock = clock
        self._all: list[_Leaving] = []

    def leave(
        self,
        remote: RemoteControl,
        session: str = "",
        *,
        stop: bool = False,
        launching: Receiver | None = None,
        lost: Receiver | None = None,
    ) -> None:
        """Leave; with `stop`, our app is stopped first, and if it is only `launching`, or an
        earlier connection `lost` its launch, when it has come up.
        """
        timings = self._timings
        limit = timings.orphan_limit if launching or lost else timings.stop_limit
        remote.leave(stop=stop, lost=lost)
        left = _Leaving(remote, session, launching or lost, self._clock() + limit + 1)
        self._all.append(left)

    def release(self, address: str) -> None:
        """Something is launched there anew: from now on whoever launches looks after it."""
        for each in self._all:
            if each.remote.address == address:
                each.session, each.lost = "", None
                each.remote.leave(stop=False)

    def go_on(self) -> None:
        """A connection that broke before our app was stopped is made once more, for that."""
        leavings, self._all = self._all, []
        for each in leavings:
            if not each.remote.ended:
                self._all.append(each)
            elif self._is_left_over(each):
                again = self._rejoin(each.remote, each.session)
                if again is not None:
                    again.leave(stop=True, lost=each.lost)
                    self._all.append(replace(each, remote=again, tries=each.tries - 1))

    def _is_left_over(self, left: _Leaving) -> bool:
        if left.remote.left_well or not left.tries:
            return False
        return left.session != "" or (left.lost is not None and self._clock() < left.until)

    def until(self) -> float | None:
        """How long the end waits for them, on the clock; None: nothing is being left."""
        return max((each.until for each in self._all), default=None)

    def join(self, timeout: float) -> None:
        """Wait for the end of each, for so many seconds."""
        for each in self._all:
            each.remote.join(timeout)
