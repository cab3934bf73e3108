"""The server's time."""

import time
from collections.abc import Callable


def unix_ms() -> int:
    """What the computer's clock says."""
    return time.time_ns() // 1_000_000


class SteadyClock:
    """Unix milliseconds as the computer's clock said once, and from then on what really passed.

    So the server's time never jumps while somebody plays, whatever becomes of the computer's clock.
    """

    def __init__(
        self,
        wall: Callable[[], int] = unix_ms,
        stopwatch: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """`wall` tells Unix milliseconds; `stopwatch` counts nanoseconds and never goes back."""
        self._wall = wall
        self._stopwatch = stopwatch
        self.set_anew()

    def __call__(self) -> int:
        """The time, Unix milliseconds."""
        return self._said + (self._stopwatch() - self._at) // 1_000_000

    def set_anew(self) -> None:
        """Follow the computer's clock: for when there is nobody to whom the time was told."""
        self._said, self._at = self._wall(), self._stopwatch()
