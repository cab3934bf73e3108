"""The queue of rooms that other processes changed: a few at a time, each once."""

import logging
from typing import Protocol

import gevent

from undercast.base.refusals import Refused

log = logging.getLogger(__name__)

CONCURRENCY = 8
"""Rooms that are updated at the same time, so that a long log holds up no other room."""

ANOTHER_LOG = 10**15
"""Instead of a version: the log is not the one that was read or written here."""

RETRY_S = 1.0
"""Seconds until a failed update is tried again."""


class Follower(Protocol):
    """The rooms in memory, as `undercast.service.Rooms` keeps them."""

    def is_behind(self, code: str, version: int) -> bool:
        """Whether a room in memory has not reached this version. Cheap."""

    def differs(self, code: str, version: int) -> bool:
        """Whether a room in memory is behind its log or ahead of it: after a failover Redis may
        lack the latest entries.
        """

    def log_changed(self, code: str, version: int) -> None:
        """The room's log has reached this version, or is ANOTHER_LOG; 0: the people there changed.

        Raises Refused.
        """


class FollowQueue:
    """Updates rooms with what other processes did in them."""

    def __init__(self, rooms: Follower) -> None:
        self._rooms = rooms
        self._waiting: dict[tuple[str, bool], int] = {}
        self._running = 0

    def add(self, code: str, version: int) -> None:
        """Queue the room for this version; 0 if the people there changed. Never blocks."""
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
            self._rooms.log_changed(code, version)
        except Refused as refused:
            if self._rooms.differs(code, version):  # else it was unloaded: everybody re-enters
                log.warning("Room %s: changes by others are delayed (%s)", code, refused.code)
                gevent.spawn_later(RETRY_S, self.add, code, version)
        except Exception:
            log.exception("Room %s: changes by others could not be shown", code)
