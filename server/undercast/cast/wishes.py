"""The rooms' wishes on disk, so that a server that was killed takes up its casts again."""

import os
from pathlib import Path

import msgspec

from undercast.cast.messages import Wish

_LARGEST = 1_000_000


def save_wishes(path: Path, wishes: tuple[Wish, ...]) -> None:
    """Write them all at once; readable for this user only. Raises OSError."""
    beside = path.with_suffix(".new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(wishes))
    beside.replace(path)


def load_wishes(path: Path) -> tuple[Wish, ...]:
    """What was saved; nothing where nothing can be read: a lost wish costs one press."""
    try:
        if path.stat().st_size > _LARGEST:
            return ()
        return msgspec.json.decode(path.read_bytes(), type=tuple[Wish, ...])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ()
