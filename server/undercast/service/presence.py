"""Who is connected to a room, here and at other processes that serve it."""

from collections.abc import Set as AbstractSet

from undercast.room.absence import NOBODY_ABSENT, could_wait, next_absence
from undercast.service.loaded_room import LoadedRoom
from undercast.service.ports import Clock, Peers, RoomConnections, Screens

LATELY_MS = 20_000
"""How long somebody who disconnected still counts as reachable."""


class Presence:
    """Who is connected to the rooms in memory."""

    def __init__(
        self, connections: RoomConnections, peers: Peers, screens: Screens | None, clock: Clock
    ) -> None:
        self._connections = connections
        self._peers = peers
        self._screens = screens
        self._clock = clock

    def online(self, loaded: LoadedRoom) -> AbstractSet[str]:
        """Ids of the people who are connected now. Tells peers who is connected here, and records
        when people disconnect.
        """
        code = loaded.room.lobby.code
        here = self._connections.online(code)
        attended = bool(self._connections.audiences(code))
        if here != loaded.online_here or attended is not loaded.has_listeners:
            loaded.online_here, loaded.has_listeners = frozenset(here), attended
            self._peers.set_loaded(code, loaded.online_here if attended else None)
        elsewhere = self._peers.online(code)
        online = loaded.online_here | elsewhere if elsewhere else loaded.online_here
        if online != loaded.online:
            self._note(loaded, online)
        return loaded.online

    def update_absence(self, loaded: LoadedRoom) -> None:
        """Update whom the game waits for, and since when, if anybody is connected."""
        if loaded.has_listeners and could_wait(loaded.shown, loaded.online):
            loaded.absence = next_absence(
                loaded.shown, loaded.online, loaded.absence, self._clock()
            )
        else:
            loaded.absence = NOBODY_ABSENT

    def room_loaded(self, loaded: LoadedRoom) -> None:
        """The room was just loaded: its people may be about to reconnect."""
        people = (person.id for person in loaded.room.lobby.people)
        loaded.disconnected_at = dict.fromkeys(people, self._clock())

    def recently_online(self, loaded: LoadedRoom, now: int) -> AbstractSet[str]:
        """Ids of the people who are connected or were shortly before server time `now`."""
        gone = {who for who, at in loaded.disconnected_at.items() if now - at <= LATELY_MS}
        return loaded.online | gone if gone else loaded.online

    def has_people(self, code: str) -> bool:
        """Whether anybody is connected to this room, screens excluded."""
        return bool(self._connections.online(code) or self._peers.online(code))

    def people_online(self, code: str) -> int:
        """How many people are connected to this room."""
        here, elsewhere = self._connections.online(code), self._peers.online(code)
        return len(here | elsewhere) if elsewhere else len(here)

    def _note(self, loaded: LoadedRoom, online: AbstractSet[str]) -> None:
        gone = loaded.online - online
        if gone:
            loaded.disconnected_at |= dict.fromkeys(gone, self._clock())
        if bool(online) is not bool(loaded.online) and self._screens is not None:
            self._screens.people_changed(loaded.room.lobby.code)
        loaded.online = online
