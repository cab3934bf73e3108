"""The rooms' wishes: kept on disk, so that a server that was killed takes up its casts again."""

from pathlib import Path

import msgspec

from undercast.base.cast_status import CastPhase
from undercast.cast.messages import CastIntent, CastState
from undercast.cast.private_files import write_private

_LARGEST = 1_000_000


def save_wishes(path: Path, wishes: tuple[CastIntent, ...]) -> None:
    """Write them all at once; readable for this user only. Raises OSError."""
    write_private(path, msgspec.json.encode(wishes))


def load_wishes(path: Path) -> tuple[CastIntent, ...]:
    """What was saved; nothing where nothing can be read: a lost wish costs one press."""
    try:
        if path.stat().st_size > _LARGEST:
            return ()
        return msgspec.json.decode(path.read_bytes(), type=tuple[CastIntent, ...])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return ()


def has_begun(device: str, state: CastState) -> bool:
    """Whether the press for this device has become a page on its way there, or has come to nothing.
    Until then a child that is started again has to be told of it.
    """
    if state.coming is not None and state.coming.device == device:
        return state.coming.state is CastPhase.FAILED
    if state.device == device:
        return state.wish is None or state.wish.nonce != ""
    return state.state is CastPhase.IDLE
