"""What just happened in a room outside the game: for announcements, never for state. All public."""

from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.events import Event, GameEvent


class PlayerJoined(GameEvent, frozen=True):
    """Somebody came in, or came back."""

    name: str


class PlayerRenamed(GameEvent, frozen=True):
    """A person has another name."""

    former: str
    """The name before."""
    name: str


class PlayerLeft(GameEvent, frozen=True):
    """A person left, or was removed by the host."""

    name: str
    removed: bool


class SeatTaken(GameEvent, frozen=True):
    """A person sits in another seat. `sees_key`: to be announced on every screen."""

    name: str
    seat: Seat
    sees_key: bool


class HostChanged(GameEvent, frozen=True):
    """The room has another host."""

    name: str


class GameDealt(GameEvent, frozen=True):
    """A new game was dealt."""


RoomEvent = PlayerJoined | PlayerRenamed | PlayerLeft | SeatTaken | HostChanged | GameDealt | Event

RoomChange = tuple[Room, tuple[RoomEvent, ...]]
"""The room after an entry, and what happened."""
