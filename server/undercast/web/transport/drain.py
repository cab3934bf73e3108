"""Seeing sockets out: closed with a code that asks them to come back, and not all at once."""

import time
from collections.abc import Iterable

import gevent

from undercast.web.transport.client import Client

A_SECOND = 200
"""Sockets that are asked to come back in a second: so many come elsewhere without a wait for all
others there."""

_STEP = 0.05  # seconds between some and the next


def see_out(clients: Iterable[Client], within: float) -> None:
    """Ask each to come back, the last of them `within` so many seconds. Returns then."""
    waiting = list(clients)
    pace = max(A_SECOND, len(waiting) / within if within > 0 else len(waiting))
    began, done = time.monotonic(), 0
    while done < len(waiting):
        due = min(len(waiting), int((time.monotonic() - began + _STEP) * pace) + 1)
        for client in waiting[done:due]:
            client.leave()
        done = due
        if done < len(waiting):
            gevent.sleep(_STEP)
