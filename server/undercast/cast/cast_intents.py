"""What is cast where, on disk: a server that was killed resumes its casts."""

from pathlib import Path

from undercast.base.cast_status import CastPhase
from undercast.cast.messages import CastIntent, CastState
from undercast.cast.private_files import read_private, write_private

_MAX_BYTES = 1_000_000


def save_intents(path: Path, intents: tuple[CastIntent, ...]) -> None:
    """Replace the file; only this user can read it. Raises OSError."""
    write_private(path, intents)


def load_intents(path: Path) -> tuple[CastIntent, ...]:
    """What was saved; nothing if it can't be read: that costs one press."""
    return read_private(path, tuple[CastIntent, ...], _MAX_BYTES) or ()


def has_begun(device: str, state: CastState) -> bool:
    """Whether a request for this device has sent a page there, or failed. Until then a restarted
    child needs the request again.
    """
    if state.coming is not None and state.coming.device == device:
        return state.coming.state is CastPhase.FAILED
    if state.device == device:
        return state.intent is None or state.intent.nonce != ""
    return state.state is CastPhase.IDLE
