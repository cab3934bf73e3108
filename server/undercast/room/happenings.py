"""What just happened in a room besides the game: for announcements, never for state. All public."""

from typing import Literal

from msgspec import Struct

from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.events import Event


class PlayerJoined(Struct, frozen=True):
    """Somebody came in, or came back."""

    name: str
    kind: Literal["player_joined"] = "player_joined"


class PlayerRenamed(Struct, frozen=True):
    """A person has another name."""

    former: str
    """The name before."""
    name: str
    kind: Literal["player_renamed"] = "player_renamed"


class PlayerLeft(Struct, frozen=True):
    """A person left, or was removed by the host."""

    name: str
    removed: bool
    kind: Literal["player_left"] = "player_left"


class SeatTaken(Struct, frozen=True):
    """A person sits in another seat. `sees_key`: to be announced on every screen."""

    name: str
    seat: Seat
    sees_key: bool
    kind: Literal["seat_taken"] = "seat_taken"


class HostChanged(Struct, frozen=True):
    """The room has another host."""

    name: str
    kind: Literal["host_changed"] = "host_changed"


class GameDealt(Struct, frozen=True):
    """A new game lies on the table."""

    kind: Literal["game_dealt"] = "game_dealt"


Happening = PlayerJoined | PlayerRenamed | PlayerLeft | SeatTaken | HostChanged | GameDealt | Event

Evolved = tuple[Room, tuple[Happening, ...]]
"""The room after an entry, and what happened."""
