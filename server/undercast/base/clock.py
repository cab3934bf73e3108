"""The server's time."""

import time
from collections.abc import Callable


def unix_ms() -> int:
    """What the computer's clock says."""
    return time.time_ns() // 1_000_000


SLEW = 1_000
"""Who leans towards another clock gains or loses a millisecond in so many: nobody notices."""

QUICK_NS = 50_000_000
"""A clock that took longer to answer is not believed: it may be as much off."""


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
        self.reset()

    def __call__(self) -> int:
        """The time, Unix milliseconds."""
        return self._told(self._stopwatch()) // 1_000_000

    def reset(self) -> None:
        """Follow the computer's clock: for when there is nobody to whom the time was told."""
        said = self._wall()
        self._said, self._at, self._off = said * 1_000_000, self._stopwatch(), 0

    def slew(self) -> None:
        """Go a little faster or slower until it says what `wall` says, as others who follow that
        do: it never goes back and never jumps. Raises what `wall` raises; then nothing changes.
        """
        asked = self._stopwatch()
        wall = self._wall() * 1_000_000
        now = self._stopwatch()
        if now - asked <= QUICK_NS:
            self._said, self._at = self._told(now), now
            self._off = wall + (now - asked) // 2 - self._said

    def _told(self, at: int) -> int:
        """The time when the stopwatch stands there, Unix nanoseconds."""
        passed = at - self._at
        gained = min(passed // SLEW, abs(self._off))
        return self._said + passed + (gained if self._off > 0 else -gained)
