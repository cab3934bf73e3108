"""What just happened in a room besides the game: for announcements, never for state. All public."""

from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.events import Event, Told


class PlayerJoined(Told, frozen=True):
    """Somebody came in, or came back."""

    name: str


class PlayerRenamed(Told, frozen=True):
    """A person has another name."""

    former: str
    """The name before."""
    name: str


class PlayerLeft(Told, frozen=True):
    """A person left, or was removed by the host."""

    name: str
    removed: bool


class SeatTaken(Told, frozen=True):
    """A person sits in another seat. `sees_key`: to be announced on every screen."""

    name: str
    seat: Seat
    sees_key: bool


class HostChanged(Told, frozen=True):
    """The room has another host."""

    name: str


class GameDealt(Told, frozen=True):
    """A new game lies on the table."""


Happening = PlayerJoined | PlayerRenamed | PlayerLeft | SeatTaken | HostChanged | GameDealt | Event

Evolved = tuple[Room, tuple[Happening, ...]]
"""The room after an entry, and what happened."""
