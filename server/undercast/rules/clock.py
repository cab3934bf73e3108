"""A clock on the table, as a fact about two moments of the server's time."""

from msgspec import Struct
from msgspec.structs import replace

from undercast.rules.settings import Settings, Timer


class Clock(Struct, frozen=True):
    """A clock that runs, or stands. Times in milliseconds."""

    total: int
    """How long it runs from the start."""
    until: int | None = None
    """The server time (Unix milliseconds) at which it runs out; null while it stands."""
    left: int | None = None
    """What is left on it while it stands; null while it runs."""

    def stopped(self, at: int) -> "Clock":
        """The same clock, stopped at server time `at`."""
        if self.until is None:
            return self
        return replace(self, until=None, left=min(max(self.until - at, 0), self.total))

    def resumed(self, at: int) -> "Clock":
        """The same clock, going on from server time `at`."""
        if self.left is None:
            return self
        return replace(self, until=at + self.left, left=None)


def started(seconds: int, at: int) -> Clock:
    """A clock that begins to run at server time `at`."""
    return Clock(total=seconds * 1000, until=at + seconds * 1000)


def first_clock(settings: Settings, at: int, *, one_clock: bool) -> Clock | None:
    """The clock of a game that is dealt at server time `at`.

    The sand lies at the bottom of its glass until somebody turns it over. `one_clock`: a strict one
    is for clue and guesses together.
    """
    if settings.timer is Timer.OFF:
        return None
    if settings.timer is Timer.SAND:
        return Clock(total=settings.sand_seconds * 1000, left=0)
    guess_seconds = settings.guess_seconds if one_clock else 0
    return started(settings.clue_seconds + guess_seconds + settings.first_extra_seconds, at)
