"""A room in memory, with what its people were told."""

import threading
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from undercast.room import evolve, permits
from undercast.room.absence import ALL_THERE, Absence
from undercast.room.state import Room
from undercast.screens import Screen
from undercast.views import (
    READY,
    Audience,
    GameView,
    LobbyView,
    LostView,
    Thinkers,
    View,
    game_of,
    lobby_view,
    with_online,
)

AT_ONCE = 60
"""Views that a room's people get one after the other for what is no move: a new name, a seat, a
mark, who is here. Then it goes on more slowly, so that nobody drives everybody's screen."""

A_SECOND = 20
"""So many more of them in a second."""

PAUSE_MS = 1000 // A_SECOND
"""Milliseconds until the next one, when there have been too many."""


class Pace:
    """How fast what is no move is told in one room. Moves are always told at once."""

    __slots__ = ("_at", "_left")

    def __init__(self) -> None:
        self._left, self._at = float(AT_ONCE), 0

    def allows(self, now: int) -> bool:
        """Whether one more may be told at server time `now` (milliseconds); then it counts."""
        passed = max(now - self._at, 0) / 1000
        self._left, self._at = min(AT_ONCE, self._left + passed * A_SECOND), now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(slots=True)
class Stream:
    """What an audience was told last."""

    n: int = 0
    view: View | None = None


class Live:
    """A room in memory, its lock, and its audiences' streams. It is read under its own lock, so
    that nobody waits for another room's log.
    """

    __slots__ = (
        "_game",
        "_game_beside",
        "_game_of",
        "_lobby",
        "_lobby_beside",
        "_lobby_made_of",
        "_lobby_of",
        "_lobby_online",
        "absence",
        "attended",
        "gone",
        "heeded",
        "here",
        "loaded",
        "lock",
        "lost",
        "online",
        "owes",
        "pace",
        "pasting",
        "room",
        "streams",
    )

    _game: GameView | None
    _lobby: LobbyView
    room: Room
    """Once it is loaded."""
    lost: bool
    """Whether what came after `room` cannot be read, and the host has not gone on yet."""

    def __init__(self) -> None:
        self.loaded = self.owes = self.attended = False
        self.pace = Pace()
        self.lock = threading.Lock()
        self.pasting = threading.Lock()
        self.streams: dict[Audience, Stream] = {}
        self.here: AbstractSet[str] = frozenset()
        """Ids of the people who are connected to this process; `attended`: a screen at least is."""
        self.online: AbstractSet[str] = frozenset()
        self.absence: Absence = ALL_THERE
        """Who is waited for, as it was found last; `heeded`: as bots and alarm know it."""
        self.heeded: Absence = ALL_THERE
        self._lobby_made_of: tuple[object, ...] | None = None
        self._lobby_of: Room | None = None
        self._lobby_beside: tuple[object, ...] = ()
        self._lobby_online: AbstractSet[str] = frozenset()
        self._game_of: Room | None = None
        self._game_beside: Absence = ALL_THERE
        self.gone: dict[str, int] = {}
        """Player id -> the server time at which this person's last connection went."""

    def lobby(self, screen: Screen | None, thinkers: Thinkers = READY) -> LobbyView:
        """The lobby as everyone sees it. It is made anew only if what it is made of is another, and
        only its people, if just somebody came or went.
        """
        room, online, beside = self.shown, self.online, (screen, self._lost_view(), thinkers)
        if self._is_another(room) or beside != self._lobby_beside:
            self._lobby = lobby_view(room, online, *beside)
        elif online != self._lobby_online:
            self._lobby = with_online(self._lobby, room.lobby, online)
        self._lobby_beside, self._lobby_online = beside, online
        return self._lobby

    def _is_another(self, room: Room) -> bool:
        """Whether another lobby than the last is to be seen in this room. While a game is played
        that nobody has left, a move has little to do with it.
        """
        if room is self._lobby_of:
            return False
        before, made_of = self._lobby_made_of, None
        if room.running and len(room.lobby.present) == len(room.lobby.players):
            made_of = (room.lobby, permits.offered(room))
        self._lobby_of, self._lobby_made_of = room, made_of
        return made_of is None or made_of != before

    def game(self) -> GameView | None:
        """The game as everyone sees it, made once while the room stays: many may come to it."""
        room, beside = self.shown, self.absence
        if room is not self._game_of or beside != self._game_beside:
            self._game = game_of(room, beside)
            self._game_of, self._game_beside = room, beside
        return self._game

    @property
    def shown(self) -> Room:
        """The room as people see it: without a game that cannot be read."""
        return evolve.go_on(self.room) if self.lost else self.room

    def _lost_view(self) -> LostView | None:
        """What everybody is told of a game that cannot be read."""
        if not self.lost:
            return None
        return LostView(self.room.lobby.games if self.room.running else None)
