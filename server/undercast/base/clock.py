"""The server's time."""

import time
from collections.abc import Callable


def unix_ms() -> int:
    """The computer's clock."""
    return time.time_ns() // 1_000_000


SLEW = 1_000
"""A clock that follows another one gains or loses at most one millisecond in this many."""

QUICK_NS = 50_000_000
"""A clock that takes longer to answer is ignored: it may be off by as much."""


class SteadyClock:
    """Unix milliseconds: the computer's clock read once, plus the monotonic time since.

    The server's time never jumps during a game, whatever happens to the computer's clock.
    """

    def __init__(
        self,
        wall: Callable[[], int] = unix_ms,
        stopwatch: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """`wall` gives Unix milliseconds; `stopwatch` monotonic nanoseconds."""
        self._wall = wall
        self._stopwatch = stopwatch
        self.reset()

    def __call__(self) -> int:
        """The time, Unix milliseconds."""
        return self._time_at(self._stopwatch()) // 1_000_000

    def reset(self) -> None:
        """Jump to the computer's clock, while nobody is connected."""
        said = self._wall()
        self._said, self._at, self._off = said * 1_000_000, self._stopwatch(), 0

    def slew(self) -> None:
        """Run a little faster or slower until it agrees with `wall`, as all workers of a room do:
        it never jumps or goes back. Raises what `wall` raises; then nothing changes.
        """
        asked = self._stopwatch()
        wall = self._wall() * 1_000_000
        now = self._stopwatch()
        if now - asked <= QUICK_NS:
            self._said, self._at = self._time_at(now), now
            self._off = wall + (now - asked) // 2 - self._said

    def _time_at(self, at: int) -> int:
        """Unix nanoseconds at this reading of the stopwatch."""
        passed = at - self._at
        gained = min(passed // SLEW, abs(self._off))
        return self._said + passed + (gained if self._off > 0 else -gained)
