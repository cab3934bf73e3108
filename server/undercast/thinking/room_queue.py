"""A queue that is fair between rooms.

Only `threading` is used, through its module: waiting cooperates where gevent has patched it.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class RoomQueue:
    """Admits one at a time. Rooms take turns, however many wait in each of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._busy = False
        self._waiting: dict[str, list[threading.Event]] = {}
        """By room, the room that is next first."""

    @contextmanager
    def turn(self, room: str) -> Iterator[None]:
        """Wait for a turn of this room, and hold it."""
        admitted = threading.Event()
        with self._lock:
            if self._busy:
                self._waiting.setdefault(room, []).append(admitted)
            else:
                self._busy = True
                admitted.set()
        try:
            admitted.wait()
            yield
        finally:
            with self._lock:
                if admitted.is_set():
                    self._admit_next()
                else:  # killed while it waited
                    self._waiting[room].remove(admitted)

    def _admit_next(self) -> None:
        self._busy = False
        while self._waiting and not self._busy:
            room = next(iter(self._waiting))
            if waiting := self._waiting.pop(room):
                self._busy = True
                waiting.pop(0).set()
                self._waiting[room] = waiting
