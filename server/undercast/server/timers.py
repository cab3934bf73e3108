"""Waking: something is done for a room at a certain time."""

import logging
from collections.abc import Callable

import gevent

from undercast.base.refusals import Refused

log = logging.getLogger(__name__)

RETRY_MS = 1000
"""When it cannot be done, it is tried again after so many milliseconds."""

MAX_RETRY_MS = 60_000
"""What fails, and is not refused, is tried after twice as long each time, but not later."""


class Timers:
    """One alarm for each room: a new one takes the place of the former."""

    def __init__(self, clock: Callable[[], int], ring: Callable[[str], None]) -> None:
        """`ring` is called with the room's code; when it is not done, it is called again later."""
        self._clock = clock
        self._callback = ring
        self._greenlets: dict[str, gevent.Greenlet[..., None]] = {}

    def set(self, code: str, at: int) -> None:
        """Ring for the room of this code at server time `at` (Unix milliseconds)."""
        self._schedule(code, max(at - self._clock(), 0), RETRY_MS)

    def _schedule(self, code: str, wait: int, after_fault: int) -> None:
        former = self._greenlets.pop(code, None)
        if former is not None and former is not gevent.getcurrent():
            former.kill(block=False)
        self._greenlets[code] = gevent.spawn_later(wait / 1000, self._fire, code, after_fault)

    def _fire(self, code: str, after_fault: int) -> None:
        """`after_fault`: how many milliseconds later it is tried again, should it fail."""
        mine = gevent.getcurrent()
        try:
            self._callback(code)
        except Refused as refused:
            log.warning("Room %s: the end of the time is delayed (%s)", code, refused.code)
            self._schedule(code, RETRY_MS, RETRY_MS)
        except Exception:
            log.exception("Room %s: ending the turn on time failed and will be retried", code)
            self._schedule(code, after_fault, min(after_fault * 2, MAX_RETRY_MS))
        if self._greenlets.get(code) is mine:
            del self._greenlets[code]
