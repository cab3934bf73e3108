"""The rooms of a server: lock, decide, save, publish.

    One command: lock the room. Answer a known cmd_id again; refuse a move whose step is stale.
    `undercast.commands` decides, `undercast.room.evolve` applies, the store saves the entry, and
    only then does each audience whose view changed get it.

`ports` names what the rooms need from outside; `undercast.server.app` passes the implementations.
"""

from undercast.service.loading import RoomLoaded, load, read
from undercast.service.open_games import OpenGame
from undercast.service.ports import (
    NOBODY,
    Bots,
    Clock,
    GameTotals,
    HouseholdStatistics,
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
from undercast.service.word_library import (
    LONGEST_LIST_NAME,
    MAX_LIST_BYTES,
    MAX_LISTS,
    KeptList,
    WordLibrary,
    WordLists,
)

__all__ = [
    "LONGEST_LIST_NAME",
    "MAX_LISTS",
    "MAX_LIST_BYTES",
    "NOBODY",
    "Book",
    "Bots",
    "Clock",
    "GameTotals",
    "HouseholdStatistics",
    "KeptList",
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
    "WordLibrary",
    "WordLists",
    "YieldControl",
    "hash_token",
    "load",
    "player_of_token",
    "read",
]
