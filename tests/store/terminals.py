"""What is kept of a house, as its terminal sees it."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from undercast.store import archive
from undercast.store.port import Archive

T = TypeVar("T")


def in_house(where: Path | str, ask: Callable[[Archive], T]) -> T:
    """What the house of this folder, or of this engine, answers."""
    with archive.opened(where) as house:
        return ask(house)
