"""Changing a room that is held: apply, save, tell; and anew on what another process wrote in it."""

import logging
from collections.abc import Callable
from typing import TypeVar

from undercast import commands
from undercast.base.refusals import Refusal, Refused
from undercast.commands import Dealer
from undercast.room import evolve
from undercast.room.entries import Entry
from undercast.room.state import Room
from undercast.rules import timer
from undercast.service.entry_effects import is_unchanged, to_store
from undercast.service.loaded_room import LoadedRoom
from undercast.service.loading import read_on
from undercast.service.ports import (
    Clock,
    LogReplaced,
    NotSaved,
    Outdated,
    RoomGone,
    Store,
    StoredRoom,
    YieldControl,
)
from undercast.service.publisher import Publisher
from undercast.service.room_cache import RoomCache

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 200
"""A change is tried so often while other processes write in its room, too: each of two that are
equally quick gets every other turn, so this is never reached but by what can never be done."""

T = TypeVar("T")


class RoomCommitter:
    """The one way in which rooms change."""

    def __init__(
        self,
        store: Store,
        dealer: Dealer,
        cache: RoomCache,
        publisher: Publisher,
        clock: Clock,
        yield_control: YieldControl,
    ) -> None:
        self._store = store
        self._dealer = dealer
        self._cache = cache
        self._publisher = publisher
        self._clock = clock
        self._yield_control = yield_control

    def retry(self, loaded: LoadedRoom, change: Callable[[], T]) -> T:
        """Do `change`; when another process wrote in the room meanwhile, anew after that.

        Raises Refused: server/not_saved.
        """
        for _ in range(MOST_ATTEMPTS):
            try:
                return change()
            except Outdated:
                self.catch_up(loaded)
                self._yield_control()
        raise Refused(Refusal.NOT_SAVED, "other processes write in this room, too")

    def catch_up(self, loaded: LoadedRoom) -> None:
        """Read what another process wrote in the room, and tell it as if it was done here.

        Raises Refused: server/not_saved.
        """
        code = loaded.room.lobby.code
        try:
            steps = read_on(self._store, loaded.room, self._yield_control)
        except NotSaved:
            raise Refused(Refusal.NOT_SAVED) from None
        except LogReplaced:
            raise self._evicted(code) from None
        if steps is None and loaded.lost:
            return  # as it was known already
        if steps is None:
            raise self._evicted(code)
        for step in steps:
            loaded.lost = False  # the host went on elsewhere
            self._publisher.publish(loaded, step.room, step.at, step.happened)
        log.debug("Room %s: another process wrote up to entry %d", code, loaded.room.version)

    def commit(self, loaded: LoadedRoom, entry: Entry) -> None:
        """Change the held room: apply, save, tell. What changes nothing is only answered.

        Raises Outdated, Refused.
        """
        before = loaded.room
        after, happened = evolve.evolve(before, entry)
        if is_unchanged(before, after):
            if entry.cmd_id:
                loaded.remember_no_op(entry.by, entry.cmd_id)
            return
        self._save(after, entry, to_store(before, after, entry.at))
        self._publisher.publish(loaded, after, entry.at, happened)

    def go_on(self, loaded: LoadedRoom, entry: Entry) -> None:
        """The host goes on without what cannot be read, which is put aside."""
        after, happened = evolve.evolve(loaded.room, entry)
        code = after.lobby.code
        try:
            self._store.go_on(code, after.version, entry, StoredRoom(after))
        except Outdated:
            raise self._evicted(code) from None
        except (NotSaved, LogReplaced, RoomGone) as fault:
            raise self._not_saved(code, fault) from None
        loaded.lost = False
        self._publisher.publish_all(loaded, after, happened)

    def end_turn_if_due(self, loaded: LoadedRoom) -> None:
        """End the turn if its time is up."""
        entry = None if loaded.lost else commands.time_up(loaded.room, self._clock(), self._dealer)
        if entry is not None:
            self.commit(loaded, entry)

    def pause(self, loaded: LoadedRoom, left_at: int) -> None:
        """The clock has stood since `left_at`, if it ran then."""
        game = loaded.room.game
        if game is not None and timer.is_running(game.table, left_at):
            self.commit(loaded, commands.pause(left_at))

    def _save(self, after: Room, entry: Entry, kept: StoredRoom | None) -> None:
        code = after.lobby.code
        try:
            self._store.append(code, after.version, entry, kept)
        except (NotSaved, LogReplaced, RoomGone) as fault:
            raise self._not_saved(code, fault) from None

    def _not_saved(self, code: str, fault: Exception) -> Refused:
        """What is said when a change could not be saved."""
        if isinstance(fault, RoomGone):
            self._cache.close(code)
            return Refused(Refusal.ROOM_NOT_FOUND)
        return self._evicted(code) if isinstance(fault, LogReplaced) else Refused(Refusal.NOT_SAVED)

    def _evicted(self, code: str) -> Refused:
        """The room has another log than it had: everybody enters again."""
        self._cache.evict(code)
        return Refused(Refusal.NOT_SAVED, "the room was restored from a backup")
