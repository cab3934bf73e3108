"""Files of the data folder that only this user can read."""

import os
from pathlib import Path


def write_private(path: Path, data: bytes) -> None:
    """Replace the file at once. Raises OSError."""
    beside = path.with_suffix(".new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    beside.replace(path)
