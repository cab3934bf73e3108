"""One timer for each room."""

import logging
from collections.abc import Callable

import gevent

from undercast.base.refusals import Refused

log = logging.getLogger(__name__)

RETRY_MS = 1000
"""Delay before the first retry, in milliseconds."""

MAX_RETRY_MS = 60_000
"""The longest delay: it doubles with each failure that is no refusal."""


class Timers:
    """One timer for each room; setting it again replaces the earlier one."""

    def __init__(self, clock: Callable[[], int], callback: Callable[[str], None]) -> None:
        """`callback` gets the room's code; it is called again later if it fails."""
        self._clock = clock
        self._callback = callback
        self._greenlets: dict[str, gevent.Greenlet[..., None]] = {}

    def set(self, code: str, at: int) -> None:
        """Call back for this room at server time `at` (Unix milliseconds)."""
        self._schedule(code, max(at - self._clock(), 0), RETRY_MS)

    def _schedule(self, code: str, delay: int, retry_delay: int) -> None:
        previous = self._greenlets.pop(code, None)
        if previous is not None and previous is not gevent.getcurrent():
            previous.kill(block=False)
        self._greenlets[code] = gevent.spawn_later(delay / 1000, self._fire, code, retry_delay)

    def _fire(self, code: str, retry_delay: int) -> None:
        """`retry_delay`: milliseconds until the retry after a failure."""
        current = gevent.getcurrent()
        try:
            self._callback(code)
        except Refused as refused:
            log.warning("Room %s: the end of the time is delayed (%s)", code, refused.code)
            self._schedule(code, RETRY_MS, RETRY_MS)
        except Exception:
            log.exception("Room %s: ending the turn on time failed and will be retried", code)
            self._schedule(code, retry_delay, min(retry_delay * 2, MAX_RETRY_MS))
        if self._greenlets.get(code) is current:
            del self._greenlets[code]
