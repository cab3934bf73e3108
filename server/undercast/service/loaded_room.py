"""A room in memory, with what its audiences have seen."""

import threading
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from undercast.base.cast_status import Screen
from undercast.room import evolve, permissions
from undercast.room.absence import NOBODY_ABSENT, Absence
from undercast.room.state import REMEMBERED_COMMANDS, Room
from undercast.views import (
    READY,
    Audience,
    BotThinking,
    GameView,
    LobbyView,
    LostView,
    View,
    lobby_view,
    public_game_view,
    with_online,
)

BURST = 60
"""Views that an audience gets in a row for changes that are no moves (a name, a seat, a mark, who
is online) before they are paced. So nobody can drive everybody's screen."""

PER_SECOND = 20
"""How many more such views a second."""

PAUSE_MS = 1000 // PER_SECOND
"""Milliseconds between paced views."""


@dataclass(slots=True)
class ViewStream:
    """An audience's latest view, and the pace of views that are no moves. Each audience has its own
    pace, charged only when its own view changes, so secret actions of others leave no trace in
    it.
    """

    n: int = 0
    view: View | None = None
    pending: bool = False
    """Whether the view changed while pacing held it back; it is due at `ready_at`."""
    _full_at: int = 0
    """When the whole burst is available again: server time, milliseconds."""

    @property
    def ready_at(self) -> int:
        """The server time from which one more view may be sent."""
        return self._full_at - (BURST - 1) * PAUSE_MS

    def charge(self, now: int) -> None:
        """Charge one view sent at server time `now`."""
        self._full_at = max(self._full_at, now) + PAUSE_MS


class LoadedRoom:
    """A room in memory, its lock, and its audiences' streams. It is loaded under its own lock, so
    that nobody waits for another room's log.
    """

    __slots__ = (
        "_beside",
        "_game",
        "_game_beside",
        "_game_of",
        "_lobby",
        "_lobby_beside",
        "_lobby_made_of",
        "_lobby_of",
        "_lobby_online",
        "_no_ops",
        "absence",
        "disconnected_at",
        "has_listeners",
        "is_loaded",
        "lock",
        "lost",
        "online",
        "online_here",
        "paste_lock",
        "room",
        "streams",
        "unclaimed_until",
    )

    _game: GameView | None
    _lobby: LobbyView
    room: Room
    """Once it is loaded."""
    lost: bool
    """Whether the log after `room` cannot be read and the host has not gone on yet."""
    unclaimed_until: int
    """While the room is unclaimed: the server time at which it is gone."""

    def __init__(self) -> None:
        self.is_loaded = self.has_listeners = False
        self.lock = threading.Lock()
        self.paste_lock = threading.Lock()
        self.streams: dict[Audience, ViewStream] = {}
        self.online_here: AbstractSet[str] = frozenset()
        """Ids of the people connected to this process; `has_listeners`: at least a screen is."""
        self.online: AbstractSet[str] = frozenset()
        self.absence: Absence = NOBODY_ABSENT
        """Who is waited for, as of the latest `update_surroundings`."""
        self._lobby_made_of: tuple[object, ...] | None = None
        self._lobby_of: Room | None = None
        self._lobby_beside: tuple[object, ...] = ()
        self._beside: tuple[Screen | None, BotThinking, AbstractSet[str]] = (
            None,
            READY,
            frozenset(),
        )
        self._lobby_online: AbstractSet[str] = frozenset()
        self._game_of: Room | None = None
        self._game_beside: Absence = NOBODY_ABSENT
        self.disconnected_at: dict[str, int] = {}
        """Player id -> the server time at which this person's last connection went."""
        self._no_ops: dict[str, tuple[str, ...]] = {}
        """Player id -> the latest commands that changed nothing, and are in no log."""

    def has_done(self, player_id: str, cmd_id: str) -> bool:
        """Whether this command was accepted before, in the log or as a no-op since the room was
        loaded.
        """
        no_ops = self._no_ops.get(player_id, ())
        return self.room.has_done(player_id, cmd_id) or cmd_id in no_ops

    def remember_no_op(self, player_id: str, cmd_id: str) -> None:
        """Remember an accepted command that changed nothing."""
        before = self._no_ops.get(player_id, ())
        self._no_ops[player_id] = (*before, cmd_id)[-REMEMBERED_COMMANDS:]
        for gone in self._no_ops.keys() - {it.id for it in self.room.lobby.players}:
            del self._no_ops[gone]

    @property
    def ready_at(self) -> int | None:
        """When the next pending view is due; None without one."""
        return min((one.ready_at for one in self.streams.values() if one.pending), default=None)

    def set_surroundings(self, screen: Screen | None, thinkers: BotThinking) -> None:
        """Update what views show beside the room: its television, the bots' state, who is online.
        Never called for secret actions alone.
        """
        self._beside = screen, thinkers, self.online

    def lobby(self) -> LobbyView:
        """The public lobby view. Rebuilt only when its inputs changed; only its people if just
        somebody's connection changed.
        """
        screen, thinkers, online = self._beside
        room, beside = self.shown, (screen, self._lost_view(), thinkers)
        if self._is_another(room) or beside != self._lobby_beside:
            self._lobby = lobby_view(room, online, *beside)
        elif online != self._lobby_online:
            self._lobby = with_online(self._lobby, room.lobby, online)
        self._lobby_beside, self._lobby_online = beside, online
        return self._lobby

    def _is_another(self, room: Room) -> bool:
        """Whether this room's lobby view may differ from the cached one. While a game runs that
        nobody has left, few moves change it.
        """
        if room is self._lobby_of:
            return False
        before, made_of = self._lobby_made_of, None
        if room.running and len(room.lobby.present) == len(room.lobby.players):
            made_of = (room.lobby, permissions.offered_seats(room))
        self._lobby_of, self._lobby_made_of = room, made_of
        return made_of is None or made_of != before

    def game(self) -> GameView | None:
        """The public game view, built once per state of the room: many people may join at once."""
        room, beside = self.shown, self.absence
        if room is not self._game_of or beside != self._game_beside:
            self._game = public_game_view(room, beside)
            self._game_of, self._game_beside = room, beside
        return self._game

    @property
    def shown(self) -> Room:
        """The room as people see it: without a game that cannot be read."""
        return evolve.go_on(self.room) if self.lost else self.room

    def _lost_view(self) -> LostView | None:
        """What everybody sees of a game that cannot be read."""
        if not self.lost:
            return None
        return LostView(self.room.lobby.games if self.room.running else None)
