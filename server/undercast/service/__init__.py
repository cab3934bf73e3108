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
    RoomAccess,
    RoomConnections,
    RoomGone,
    Screens,
    SeatSnapshot,
    SetTimer,
    Statistics,
    Store,
    StoredRoom,
    Unreadable,
    YieldControl,
)
from undercast.service.room_book import Book, RoomBook
from undercast.service.rooms import Rooms
from undercast.service.tokens import hash_token, player_of_token

__all__ = [
    "NOBODY",
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
    "RoomAccess",
    "RoomBook",
    "RoomConnections",
    "RoomGone",
    "RoomLoaded",
    "Rooms",
    "Screens",
    "SeatSnapshot",
    "SetTimer",
    "Statistics",
    "Store",
    "StoredRoom",
    "Unreadable",
    "YieldControl",
    "hash_token",
    "load",
    "player_of_token",
    "read",
]
