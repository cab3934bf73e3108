"""The rooms of a server: lock, decide, save, tell.

    one command: lock the room; a command known by its id is answered again; a move chosen on an
    older board is stale; `undercast.commands` decides and `undercast.room.evolve` applies; the
    entry is saved; and only then each audience whose view changed is told.

What the rooms need from outside are ports (`Store`, `Tell`, `Clock` ...); `undercast.server.app`
passes the implementations in.
"""

from undercast.service.loading import Woken, read, wake
from undercast.service.open_games import OpenGame
from undercast.service.ports import (
    NOBODY,
    Admitted,
    Alone,
    Bots,
    Breathe,
    Clock,
    Gone,
    HouseGames,
    Household,
    Kept,
    Latest,
    Log,
    Message,
    NamedPair,
    NamedPerson,
    NewerVersion,
    NotSaved,
    Outdated,
    Peers,
    Records,
    Replaced,
    Screens,
    Sight,
    Statistics,
    Store,
    Tell,
    Unreadable,
    Wake,
)
from undercast.service.room_book import Book, Books
from undercast.service.rooms import Rooms
from undercast.service.tokens import hashed, seat_of

__all__ = [
    "NOBODY",
    "Admitted",
    "Alone",
    "Book",
    "Books",
    "Bots",
    "Breathe",
    "Clock",
    "Gone",
    "HouseGames",
    "Household",
    "Kept",
    "Latest",
    "Log",
    "Message",
    "NamedPair",
    "NamedPerson",
    "NewerVersion",
    "NotSaved",
    "OpenGame",
    "Outdated",
    "Peers",
    "Records",
    "Replaced",
    "Rooms",
    "Screens",
    "Sight",
    "Statistics",
    "Store",
    "Tell",
    "Unreadable",
    "Wake",
    "Woken",
    "hashed",
    "read",
    "seat_of",
    "wake",
]
