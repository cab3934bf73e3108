"""The rooms of a server: lock, play, save, tell.

    one command: lock the room; a command known by its id is answered again; a move chosen on an
    older board is stale; the pure core changes the room; the entry is saved; and only then each
    audience whose view changed is told.

What the rooms need from outside are ports (`Store`, `Tell`, `Draw`, `Clock`); `undercast.app` puts
the real things in.
"""

from undercast.service.facts import Facts
from undercast.service.ports import (
    Admitted,
    Clock,
    Draw,
    Message,
    NotSaved,
    OfferedDeck,
    Outdated,
    Referee,
    Screens,
    Store,
    Tell,
    Unreadable,
    Wake,
)
from undercast.service.rooms import Rooms, hashed, replayed, seat_of

__all__ = [
    "Admitted",
    "Clock",
    "Draw",
    "Facts",
    "Message",
    "NotSaved",
    "OfferedDeck",
    "Outdated",
    "Referee",
    "Rooms",
    "Screens",
    "Store",
    "Tell",
    "Unreadable",
    "Wake",
    "hashed",
    "replayed",
    "seat_of",
]
