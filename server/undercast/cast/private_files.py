"""JSON files of the data folder that only this user can read."""

import os
from pathlib import Path
from typing import TypeVar

import msgspec

_T = TypeVar("_T")


def write_private(path: Path, content: object) -> None:
    """Replace the file at once. Raises OSError."""
    new = path.with_suffix(".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(content))
    new.replace(path)


def read_private(path: Path, kind: type[_T], most_bytes: int) -> _T | None:
    """The file's content; None if it is missing, too large or damaged."""
    try:
        if path.stat().st_size > most_bytes:
            return None
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
