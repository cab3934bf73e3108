"""Whether a load balancer may send new people to this server: what `/readyz` says."""

import time
from collections.abc import Callable

HEARTBEAT_TIMEOUT = 5.0
"""Seconds without a heartbeat after which something counts as failed."""


class Heartbeat:
    """Whether something has worked lately. Calling it tells."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._last = now()

    def beat(self) -> None:
        """It works now."""
        self._last = self._now()

    def fail(self) -> None:
        """It does not work now."""
        self._last = self._now() - HEARTBEAT_TIMEOUT - 1.0

    def __call__(self) -> bool:
        """Whether it works, as far as is known."""
        return self._now() - self._last <= HEARTBEAT_TIMEOUT


class Readiness:
    """Not ready while it drains, or while something that it needs fails.

    Asking is cheap: others check what is needed, once a second.
    """

    def __init__(self) -> None:
        self.draining = False
        self._needs: dict[str, Callable[[], bool]] = {}

    def require(self, name: str, works: Callable[[], bool]) -> None:
        """Be ready only while this works, from now on."""
        self._needs[name] = works

    def why_not(self) -> list[str]:
        """The names of what fails, or `draining`; none if it is ready."""
        missing = [name for name, works in self._needs.items() if not works()]
        return ["draining", *missing] if self.draining else missing
