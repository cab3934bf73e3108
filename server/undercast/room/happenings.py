"""What just happened in a room besides the game: for announcements, never for state. All public."""

from dataclasses import dataclass
from typing import Literal

from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.events import Event


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """Somebody came in, or came back."""

    name: str
    kind: Literal["player_joined"] = "player_joined"


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A person has another name."""

    former: str
    """The name before."""
    name: str
    kind: Literal["player_renamed"] = "player_renamed"


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A person left, or was removed by the host."""

    name: str
    removed: bool
    kind: Literal["player_left"] = "player_left"


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person sits in another seat. `sees_key`: to be announced on every screen."""

    name: str
    seat: Seat
    sees_key: bool
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class HostChanged:
    """The room has another host."""

    name: str
    kind: Literal["host_changed"] = "host_changed"


@dataclass(frozen=True, slots=True)
class GameDealt:
    """A new game lies on the table."""

    kind: Literal["game_dealt"] = "game_dealt"


Happening = PlayerJoined | PlayerRenamed | PlayerLeft | SeatTaken | HostChanged | GameDealt | Event

Evolved = tuple[Room, tuple[Happening, ...]]
"""The room after an entry, and what happened."""
