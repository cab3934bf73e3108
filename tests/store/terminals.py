"""What is kept of a house, as its terminal sees it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from undercast.store import archive
from undercast.store.port import AdminStore

T = TypeVar("T")


def ask_store(where: Path | str, ask: Callable[[AdminStore], T]) -> T:
    """What the house of this folder, or of this engine, answers."""
    with archive.open_admin_store(where) as house:
        return ask(house)
