"""What an entry changed that matters for saving and publishing."""

from msgspec.structs import replace

from undercast.room import ended_games
from undercast.room.state import Room
from undercast.rules import timer
from undercast.service.ports import StoredRoom


def is_unchanged(before: Room, after: Room) -> bool:
    """Whether an entry changed nothing but the record of itself."""
    return before == replace(
        after,
        version=before.version,
        public=before.public,
        public_at=before.public_at,
        done=before.done,
        acted=before.acted,
        written=before.written,
    )


def timer_end(room: Room) -> int | None:
    """The server time at which a strict timer runs out; None while none runs."""
    return None if room.game is None else timer.ends_at(room.game.table)


def to_store(before: Room, after: Room, at: int) -> StoredRoom | None:
    """The checkpoint to store with this entry; None for most."""
    if not ended_games.is_milestone(before, after):
        return None
    ended = ended_games.ended_game(after, at)
    return StoredRoom(after, () if ended is None else (ended,))
