"""Draining: closes sockets a few at a time, with a code that asks them to reconnect."""

import time
from collections.abc import Iterable

import gevent

from undercast.web.transport.client import Client

SOCKETS_PER_SECOND = 200
"""So many can reconnect elsewhere without a wait for those already there."""

_STEP = 0.05  # seconds between batches


def drain(clients: Iterable[Client], within: float) -> None:
    """Close each, the last one `within` so many seconds. Returns after that."""
    waiting = list(clients)
    pace = max(SOCKETS_PER_SECOND, len(waiting) / within if within > 0 else len(waiting))
    began, done = time.monotonic(), 0
    while done < len(waiting):
        due = min(len(waiting), int((time.monotonic() - began + _STEP) * pace) + 1)
        for client in waiting[done:due]:
            client.close_for_restart()
        done = due
        if done < len(waiting):
            gevent.sleep(_STEP)
