"""The rooms in memory: each is read once, held by one at a time, and forgotten."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from undercast.base.refusals import Refusal
from undercast.service.bot_seats import BotSeats
from undercast.service.loaded_room import LoadedRoom
from undercast.service.ports import Peers, Tell


class RoomCache:
    """All rooms in memory, by their codes."""

    def __init__(self, tell: Tell, bots: BotSeats, peers: Peers) -> None:
        self._tell = tell
        self._bots = bots
        self._peers = peers
        self.rooms: dict[str, LoadedRoom] = {}

    @contextmanager
    def held(self, code: str, awaken: Callable[[str, LoadedRoom], None]) -> Iterator[LoadedRoom]:
        """The room, loaded and locked; whoever comes first has it read by `awaken`, and is told
        what that raises.
        """
        while True:
            live = self.rooms.get(code) or self.rooms.setdefault(code, LoadedRoom())
            with live.lock:
                if not live.loaded and self.rooms.get(code) is live:
                    self._load(code, live, awaken)
                if self.rooms.get(code) is live:  # nobody had it forgotten meanwhile
                    yield live
                    return

    @contextmanager
    def loaded(self, code: str) -> Iterator[LoadedRoom | None]:
        """The room, locked, if it is in memory and not forgotten meanwhile."""
        live = self.rooms.get(code)
        if live is None:
            yield None
            return
        with live.lock:
            yield live if live.loaded and self.rooms.get(code) is live else None

    def has(self, live: LoadedRoom) -> bool:
        """Whether this room is in memory, and was not forgotten meanwhile."""
        return self.rooms.get(live.room.lobby.code) is live

    def close(self, code: str) -> None:
        """There is no such room any more; who is in it is told."""
        self._drop(code)
        self._tell.see_out(code, Refusal.ROOM_NOT_FOUND)

    def forget(self, code: str) -> None:
        """Read the room anew next time; its connections enter again."""
        self._drop(code)
        self._tell.see_out(code, Refusal.RESTORED)

    def forget_idle(self) -> None:
        """Free the memory of rooms without connections."""
        for code, live in list(self.rooms.items()):
            if not self._tell.audiences(code) and live.lock.acquire(blocking=False):
                self._drop(code)
                live.lock.release()

    def _load(self, code: str, live: LoadedRoom, awaken: Callable[[str, LoadedRoom], None]) -> None:
        try:
            awaken(code, live)
        except BaseException:
            if self.rooms.get(code) is live:
                self._drop(code)
            raise

    def _drop(self, code: str) -> None:
        self.rooms.pop(code, None)
        self._bots.dismiss(code)
        self._peers.let_go(code)
