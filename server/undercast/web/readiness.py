"""Whether new people may be sent to this server: what `/readyz` says."""

import time
from collections.abc import Callable

LATELY = 5.0
"""Seconds after which what has not shown that it is there is missing."""


class Lately:
    """Whether something has shown lately that it is there."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen = now()

    def seen(self) -> None:
        """It is there now."""
        self._seen = self._now()

    def gone(self) -> None:
        """It is not there now."""
        self._seen = self._now() - LATELY - 1.0

    def __call__(self) -> bool:
        """Whether it is there, as far as is known."""
        return self._now() - self._seen <= LATELY


class Readiness:
    """Not ready while it drains, or while something that it needs fails.

    To ask costs nothing: what is needed is looked at by others, once a second.
    """

    def __init__(self) -> None:
        self.draining = False
        self._needs: dict[str, Callable[[], bool]] = {}

    def needs(self, name: str, is_there: Callable[[], bool]) -> None:
        """From now on it is ready only while this is there."""
        self._needs[name] = is_there

    def why_not(self) -> list[str]:
        """The names of what is missing; `draining` among them. None: it is ready."""
        missing = [name for name, is_there in self._needs.items() if not is_there()]
        return ["draining", *missing] if self.draining else missing
