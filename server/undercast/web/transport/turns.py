"""Who comes when: of each address one thing at a time, and then everybody else."""

from types import TracebackType
from weakref import WeakValueDictionary

import gevent
from gevent.lock import BoundedSemaphore

_MOMENT = 1e-6
"""Seconds. Zero would run what is ready to go on, but not look who else has sent something."""


class Turn:
    """An address's, whatever the number of its connections: `with turn: …`.

    Once it is over, the event loop goes round before the next one of the same address begins. So
    whoever sends without a pause, on however many connections, has as much of the server as
    everybody else, and nobody waits for more than one thing of each other address.
    """

    def __init__(self) -> None:
        self._lock = BoundedSemaphore()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            gevent.sleep(_MOMENT)
        finally:
            self._lock.release()
        if self._lock.linkcount():  # the one that waits first comes next
            gevent.sleep(0)


class Turns:
    """The turns of all addresses; one is forgotten with the last connection that holds it."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, Turn] = WeakValueDictionary()

    def of(self, address: str) -> Turn:
        """The turn of this address."""
        return self._turns.setdefault(address, Turn())
