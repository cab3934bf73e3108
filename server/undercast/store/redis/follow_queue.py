"""What is to be done for rooms that others have changed: a few at a time, each once."""

import logging
from typing import Protocol

import gevent

from undercast.base.refusals import Refused

log = logging.getLogger(__name__)

CONCURRENCY = 8
"""Rooms that are looked after at a time; one whose log is long keeps no other waiting."""

ANOTHER_LOG = 10**15
"""In the place of a version: the log is not the one that was read or written here."""

RETRY_S = 1.0
"""What failed is tried again so many seconds later."""


class Follower(Protocol):
    """The rooms in memory, as `undercast.service.Rooms` keeps them."""

    def is_behind(self, code: str, version: int) -> bool:
        """Whether a room that is in memory has not come so far yet. Costs next to nothing."""

    def differs(self, code: str, version: int) -> bool:
        """Whether a room that is in memory has come less far, or farther than its log: Redis
        that has taken over may lack what was written last.
        """

    def heard(self, code: str, version: int) -> None:
        """The room's log has come to this version, or is ANOTHER_LOG; 0: who is there has changed.

        Raises Refused.
        """


class FollowQueue:
    """Has rooms follow what others did in them."""

    def __init__(self, rooms: Follower) -> None:
        self._rooms = rooms
        self._waiting: dict[tuple[str, bool], int] = {}
        self._running = 0

    def add(self, code: str, version: int) -> None:
        """Have the room hear of this version; 0 for who is there. Never blocks."""
        which = (code, bool(version))
        self._waiting[which] = max(version, self._waiting.get(which, 0))
        if self._running < CONCURRENCY:
            self._running += 1
            gevent.spawn(self._run)

    def _run(self) -> None:
        try:
            while self._waiting:
                code, _ = which = next(iter(self._waiting))
                self._do(code, self._waiting.pop(which))
        finally:
            self._running -= 1

    def _do(self, code: str, version: int) -> None:
        try:
            self._rooms.heard(code, version)
        except Refused as refused:
            if self._rooms.differs(code, version):  # else it was forgotten: everybody enters again
                log.warning("Room %s: what others did waits (%s)", code, refused.code)
                gevent.spawn_later(RETRY_S, self.add, code, version)
        except Exception:
            log.exception("Room %s: what others did could not be shown", code)
