"""Who is connected to a room: here, and to other processes that serve it, too."""

from collections.abc import Set as AbstractSet

from undercast.room.absence import ALL_THERE, absence, may_wait
from undercast.service.loaded_room import LoadedRoom
from undercast.service.ports import Clock, Peers, Screens, Tell

LATELY_MS = 20_000
"""Whoever was connected so long ago still counts as there to be asked."""


class Presence:
    """Who is connected to the rooms in memory, as their people see it."""

    def __init__(self, tell: Tell, peers: Peers, screens: Screens | None, clock: Clock) -> None:
        self._tell = tell
        self._peers = peers
        self._screens = screens
        self._clock = clock

    def online(self, live: LoadedRoom) -> AbstractSet[str]:
        """Ids of the people who are connected now. The others hear of who is connected here, and
        when anybody went is remembered.
        """
        code = live.room.lobby.code
        here = self._tell.online(code)
        attended = bool(self._tell.audiences(code))
        if here != live.here or attended is not live.attended:
            live.here, live.attended = frozenset(here), attended
            self._peers.holds(code, live.here if attended else None)
        elsewhere = self._peers.online(code)
        online = live.here | elsewhere if elsewhere else live.here
        if online != live.online:
            self._note(live, online)
        return live.online

    def wait(self, live: LoadedRoom) -> None:
        """Find out whom the game waits for, and since when, where anybody looks on."""
        if live.attended and may_wait(live.shown, live.online):
            live.absence = absence(live.shown, live.online, live.absence, self._clock())
        else:
            live.absence = ALL_THERE

    def awoken(self, live: LoadedRoom) -> None:
        """The room was just read: whoever was in it may be about to come back."""
        people = (person.id for person in live.room.lobby.people)
        live.gone = dict.fromkeys(people, self._clock())

    def lately(self, live: LoadedRoom, now: int) -> AbstractSet[str]:
        """Ids of those who are connected or were a moment ago, at server time `now`."""
        gone = {who for who, at in live.gone.items() if now - at <= LATELY_MS}
        return live.online | gone if gone else live.online

    def has_people(self, code: str) -> bool:
        """Whether anybody is connected to this room, screens aside."""
        return bool(self._tell.online(code) or self._peers.online(code))

    def how_many(self, code: str) -> int:
        """How many people are connected to this room."""
        here, elsewhere = self._tell.online(code), self._peers.online(code)
        return len(here | elsewhere) if elsewhere else len(here)

    def _note(self, live: LoadedRoom, online: AbstractSet[str]) -> None:
        gone = live.online - online
        if gone:
            live.gone |= dict.fromkeys(gone, self._clock())
        if bool(online) is not bool(live.online) and self._screens is not None:
            self._screens.people_changed(live.room.lobby.code)
        live.online = online
