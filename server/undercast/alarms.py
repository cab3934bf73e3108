"""Waking: something is done for a room at a certain time."""

import logging
from collections.abc import Callable

import gevent

from undercast.refusals import Refused

log = logging.getLogger(__name__)

LATER_MS = 1000
"""When it cannot be done, it is tried again after so many milliseconds."""


class Alarms:
    """One alarm for each room: a new one takes the place of the former."""

    def __init__(self, clock: Callable[[], int], ring: Callable[[str], None]) -> None:
        """`ring` is called with the room's code; when it refuses, it is called again later."""
        self._clock = clock
        self._ring = ring
        self._set: dict[str, gevent.Greenlet[..., None]] = {}

    def set(self, code: str, at: int) -> None:
        """Ring for the room of this code at server time `at` (Unix milliseconds)."""
        former = self._set.pop(code, None)
        if former is not None and former is not gevent.getcurrent():
            former.kill(block=False)
        seconds = max(at - self._clock(), 0) / 1000
        self._set[code] = gevent.spawn_later(seconds, self._rung, code)

    def _rung(self, code: str) -> None:
        mine = gevent.getcurrent()
        try:
            self._ring(code)
        except Refused as refused:
            log.warning("Room %s: the end of the time waits (%s)", code, refused.code)
            self.set(code, self._clock() + LATER_MS)
        if self._set.get(code) is mine:
            del self._set[code]
