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
from undercast.service.entry_effects import kept, same
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
        draw: Dealer,
        memory: RoomCache,
        telling: Publisher,
        clock: Clock,
        breathe: YieldControl,
    ) -> None:
        self._store = store
        self._draw = draw
        self._memory = memory
        self._telling = telling
        self._clock = clock
        self._breathe = breathe

    def anew(self, live: LoadedRoom, change: Callable[[], T]) -> T:
        """Do `change`; when another process wrote in the room meanwhile, anew after that.

        Raises Refused: server/not_saved.
        """
        for _ in range(MOST_ATTEMPTS):
            try:
                return change()
            except Outdated:
                self.catch_up(live)
                self._breathe()
        raise Refused(Refusal.NOT_SAVED, "other processes write in this room, too")

    def catch_up(self, live: LoadedRoom) -> None:
        """Read what another process wrote in the room, and tell it as if it was done here.

        Raises Refused: server/not_saved.
        """
        code = live.room.lobby.code
        try:
            steps = read_on(self._store, live.room, self._breathe)
        except NotSaved:
            raise Refused(Refusal.NOT_SAVED) from None
        except LogReplaced:
            raise self._forgotten(code) from None
        if steps is None and live.lost:
            return  # as it was known already
        if steps is None:
            raise self._forgotten(code)
        for step in steps:
            live.lost = False  # the host went on elsewhere
            self._telling.show(live, step.room, step.at, step.happened)
        log.debug("Room %s: another process wrote up to entry %d", code, live.room.version)

    def do(self, live: LoadedRoom, entry: Entry) -> None:
        """Change the held room: apply, save, tell. What changes nothing is only answered.

        Raises Outdated, Refused.
        """
        before = live.room
        after, happened = evolve.evolve(before, entry)
        if same(before, after):
            if entry.cmd_id:
                live.did_nothing(entry.by, entry.cmd_id)
            return
        self._save(after, entry, kept(before, after, entry.at))
        self._telling.show(live, after, entry.at, happened)

    def go_on(self, live: LoadedRoom, entry: Entry) -> None:
        """The host goes on without what cannot be read, which is put aside."""
        after, happened = evolve.evolve(live.room, entry)
        code = after.lobby.code
        try:
            self._store.go_on(code, after.version, entry, StoredRoom(after))
        except Outdated:
            raise self._forgotten(code) from None
        except (NotSaved, LogReplaced, RoomGone) as fault:
            raise self._not_saved(code, fault) from None
        live.lost = False
        self._telling.show_all(live, after, happened)

    def strike(self, live: LoadedRoom) -> None:
        """End the turn if its time is up."""
        entry = None if live.lost else commands.time_up(live.room, self._clock(), self._draw)
        if entry is not None:
            self.do(live, entry)

    def pause(self, live: LoadedRoom, left_at: int) -> None:
        """The clock has stood since `left_at`, if it ran then."""
        game = live.room.game
        if game is not None and timer.runs(game.table, left_at):
            self.do(live, commands.pause(left_at))

    def _save(self, after: Room, entry: Entry, kept: StoredRoom | None) -> None:
        code = after.lobby.code
        try:
            self._store.append(code, after.version, entry, kept)
        except (NotSaved, LogReplaced, RoomGone) as fault:
            raise self._not_saved(code, fault) from None

    def _not_saved(self, code: str, fault: Exception) -> Refused:
        """What is said when a change could not be saved."""
        if isinstance(fault, RoomGone):
            self._memory.close(code)
            return Refused(Refusal.ROOM_NOT_FOUND)
        return (
            self._forgotten(code) if isinstance(fault, LogReplaced) else Refused(Refusal.NOT_SAVED)
        )

    def _forgotten(self, code: str) -> Refused:
        """The room has another log than it had: everybody enters again."""
        self._memory.forget(code)
        return Refused(Refusal.NOT_SAVED, "the room was restored from a backup")
