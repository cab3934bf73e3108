"""Changing a locked room: apply, save, publish; retry if another process wrote to it."""

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
from undercast.service import ports
from undercast.service.entry_effects import is_unchanged, to_store
from undercast.service.loaded_room import LoadedRoom
from undercast.service.loading import read_on
from undercast.service.publisher import Publisher
from undercast.service.room_cache import RoomCache

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 200
"""Attempts at a change while other processes write to the same room. Two equally fast processes
alternate, so only a change that can never succeed reaches this."""

T = TypeVar("T")


class RoomCommitter:
    """The only way in which rooms change."""

    def __init__(
        self,
        store: ports.Store,
        dealer: Dealer,
        cache: RoomCache,
        publisher: Publisher,
        clock: ports.Clock,
        yield_control: ports.YieldControl,
    ) -> None:
        self._store = store
        self._dealer = dealer
        self._cache = cache
        self._publisher = publisher
        self._clock = clock
        self._yield_control = yield_control

    def retry(self, loaded: LoadedRoom, change: Callable[[], T]) -> T:
        """Run `change`; if another process has written to the room, catch up and run it again.

        Raises Refused: server/not_saved.
        """
        for _ in range(MAX_ATTEMPTS):
            try:
                return change()
            except ports.Outdated:
                self.catch_up(loaded)
                self._yield_control()
        raise Refused(Refusal.NOT_SAVED, "other processes write in this room, too")

    def catch_up(self, loaded: LoadedRoom) -> None:
        """Apply and publish what another process wrote to the room.

        Raises Refused: server/not_saved.
        """
        code = loaded.room.lobby.code
        try:
            steps = read_on(self._store, loaded.room, self._yield_control)
        except ports.NotSaved:
            raise Refused(Refusal.NOT_SAVED) from None
        except ports.LogReplaced:
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
        """Apply an entry to the locked room, save it, publish it. An entry that changes nothing is
        not saved.

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
        """The host goes on without the unreadable part of the log, which is set aside."""
        after, happened = evolve.evolve(loaded.room, entry)
        code = after.lobby.code
        try:
            self._store.go_on(code, after.version, entry, ports.StoredRoom(after))
        except ports.Outdated:
            raise self._evicted(code) from None
        except (ports.NotSaved, ports.LogReplaced, ports.RoomGone) as fault:
            raise self._not_saved(code, fault) from None
        loaded.lost = False
        self._publisher.publish_all(loaded, after, happened)

    def end_turn_if_due(self, loaded: LoadedRoom) -> None:
        """End the turn if its time is up."""
        entry = None if loaded.lost else commands.time_up(loaded.room, self._clock(), self._dealer)
        if entry is not None:
            self.commit(loaded, entry)

    def pause(self, loaded: LoadedRoom, left_at: int) -> None:
        """Pause a game whose clock was running at `left_at`, when the server stopped."""
        game = loaded.room.game
        if game is not None and timer.is_running(game.table, left_at):
            self.commit(loaded, commands.pause(left_at))

    def _save(self, after: Room, entry: Entry, kept: ports.StoredRoom | None) -> None:
        code = after.lobby.code
        try:
            self._store.append(code, after.version, entry, kept)
        except (ports.NotSaved, ports.LogReplaced, ports.RoomGone) as fault:
            raise self._not_saved(code, fault) from None

    def _not_saved(self, code: str, fault: Exception) -> Refused:
        """The refusal for a change that could not be saved."""
        if isinstance(fault, ports.RoomGone):
            self._cache.close(code)
            return Refused(Refusal.ROOM_NOT_FOUND)
        return (
            self._evicted(code)
            if isinstance(fault, ports.LogReplaced)
            else Refused(Refusal.NOT_SAVED)
        )

    def _evicted(self, code: str) -> Refused:
        """The store has another log for this room: everybody has to enter again."""
        self._cache.evict(code)
        return Refused(Refusal.NOT_SAVED, "the room was restored from a backup")
