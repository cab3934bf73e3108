"""The rooms of a server: lock, decide, save, tell.

    one command: lock the room; a command known by its id is answered again; a move chosen on an
    older board is stale; `undercast.commands` decides and `undercast.room.evolve` applies; the
    entry is saved; and only then each audience whose view changed is told.

What the rooms need from outside are ports (`Store`, `Tell`, `Clock` ...); `undercast.server.app`
passes the implementations in.
"""

from undercast.service.loading import RoomLoaded, load, read
from undercast.service.open_games import OpenGame
from undercast.service.ports import (
    NOBODY,
    Admitted,
    Bots,
    Clock,
    GameTotals,
    Household,
    LatestCheckpoint,
    Log,
    LogReplaced,
    Message,
    NamedPair,
    NamedPerson,
    NewerVersion,
    NoPeers,
    NotSaved,
    Outdated,
    Peers,
    Records,
    RoomGone,
    Screens,
    SetTimer,
    Sight,
    Statistics,
    Store,
    StoredRoom,
    Tell,
    Unreadable,
    YieldControl,
)
from undercast.service.room_book import Book, RoomBook
from undercast.service.rooms import Rooms
from undercast.service.tokens import hashed, seat_of

__all__ = [
    "NOBODY",
    "Admitted",
    "Book",
    "Bots",
    "Clock",
    "GameTotals",
    "Household",
    "LatestCheckpoint",
    "Log",
    "LogReplaced",
    "Message",
    "NamedPair",
    "NamedPerson",
    "NewerVersion",
    "NoPeers",
    "NotSaved",
    "OpenGame",
    "Outdated",
    "Peers",
    "Records",
    "RoomBook",
    "RoomGone",
    "RoomLoaded",
    "Rooms",
    "Screens",
    "SetTimer",
    "Sight",
    "Statistics",
    "Store",
    "StoredRoom",
    "Tell",
    "Unreadable",
    "YieldControl",
    "hashed",
    "load",
    "read",
    "seat_of",
]
