"""Devices that are being left: nothing of ours stays there, and nothing of others is stopped."""

from collections.abc import Callable
from dataclasses import dataclass

from undercast.cast.remotes import RemoteControl
from undercast.cast.timings import Timings

TRIES = 3
"""To connect once more, where the connection broke before our app was stopped."""

Rejoin = Callable[[RemoteControl, str], RemoteControl | None]
"""the device's last remote control, our app's session → a new one that connects."""


@dataclass(slots=True)
class _Leaving:
    remote: RemoteControl
    session: str
    """Of our app, if it is to be stopped and its name is known."""
    until: float
    """The end waits no longer for it."""
    tries: int = TRIES


class Leavings:
    """All devices that are being left."""

    def __init__(self, rejoin: Rejoin, timings: Timings, clock: Callable[[], float]) -> None:
        self._rejoin = rejoin
        self._timings = timings
        self._clock = clock
        self._all: list[_Leaving] = []

    def leave(self, remote: RemoteControl, session: str, *, stop: bool, launching: bool) -> None:
        """Leave; with `stop`, our app is stopped first, and if it is only `launching`, when it has
        come up.
        """
        timings = self._timings
        limit = timings.orphan_limit if launching else timings.stop_limit
        remote.leave(stop=stop)
        left = _Leaving(remote, session if stop else "", self._clock() + limit + 1)
        self._all.append(left)

    def release(self, address: str) -> None:
        """Something is launched there anew: from now on whoever launches looks after it."""
        for each in self._all:
            if each.remote.address == address:
                each.session = ""
                each.remote.leave(stop=False)

    def go_on(self) -> None:
        """A connection that broke before our app was stopped is made once more, for that."""
        leavings, self._all = self._all, []
        for each in leavings:
            if not each.remote.ended:
                self._all.append(each)
            elif each.session and not each.remote.left_well and each.tries:
                again = self._rejoin(each.remote, each.session)
                if again is not None:
                    again.leave(stop=True)
                    left = _Leaving(again, each.session, each.until, each.tries - 1)
                    self._all.append(left)

    def until(self) -> float | None:
        """How long the end waits for them, on the clock; None: nothing is being left."""
        return max((each.until for each in self._all), default=None)

    def join(self, timeout: float) -> None:
        """Wait for the end of each, for so many seconds."""
        for each in self._all:
            each.remote.join(timeout)
