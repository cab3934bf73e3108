"""The rooms in memory: loaded once, locked by one at a time, evicted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from undercast.base.refusals import Refusal
from undercast.service.bot_seats import BotSeats
from undercast.service.loaded_room import LoadedRoom
from undercast.service.ports import Peers, RoomConnections


class RoomCache:
    """All rooms in memory, by their codes."""

    def __init__(self, connections: RoomConnections, bots: BotSeats, peers: Peers) -> None:
        self._connections = connections
        self._bots = bots
        self._peers = peers
        self.rooms: dict[str, LoadedRoom] = {}

    @contextmanager
    def locked(
        self, code: str, load_room: Callable[[str, LoadedRoom], None]
    ) -> Iterator[LoadedRoom]:
        """The room, loaded and locked. The first to ask loads it with `load_room` and gets its
        errors.
        """
        while True:
            loaded = self.rooms.get(code) or self.rooms.setdefault(code, LoadedRoom())
            with loaded.lock:
                if not loaded.is_loaded and self.rooms.get(code) is loaded:
                    self._load(code, loaded, load_room)
                if self.rooms.get(code) is loaded:  # nobody had it forgotten meanwhile
                    yield loaded
                    return

    @contextmanager
    def locked_if_loaded(self, code: str) -> Iterator[LoadedRoom | None]:
        """The room, locked, if it is in memory; else None."""
        loaded = self.rooms.get(code)
        if loaded is None:
            yield None
            return
        with loaded.lock:
            yield loaded if loaded.is_loaded and self.rooms.get(code) is loaded else None

    def has(self, loaded: LoadedRoom) -> bool:
        """Whether this very room is still in memory."""
        return self.rooms.get(loaded.room.lobby.code) is loaded

    def close(self, code: str) -> None:
        """The room no longer exists: tell its connections."""
        self._drop(code)
        self._connections.evict(code, Refusal.ROOM_NOT_FOUND)

    def evict(self, code: str) -> None:
        """Drop the room from memory; its connections have to enter again."""
        self._drop(code)
        self._connections.evict(code, Refusal.RESTORED)

    def evict_idle(self) -> None:
        """Drop rooms without connections from memory."""
        for code, loaded in list(self.rooms.items()):
            if not self._connections.audiences(code) and loaded.lock.acquire(blocking=False):
                self._drop(code)
                loaded.lock.release()

    def _load(
        self, code: str, loaded: LoadedRoom, load_room: Callable[[str, LoadedRoom], None]
    ) -> None:
        try:
            load_room(code, loaded)
        except BaseException:
            if self.rooms.get(code) is loaded:
                self._drop(code)
            raise

    def _drop(self, code: str) -> None:
        self.rooms.pop(code, None)
        self._bots.clear_tasks(code)
        self._peers.set_unloaded(code)
