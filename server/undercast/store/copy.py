"""Moving house: from a folder or an engine to a folder or an engine."""

from pathlib import Path
from typing import NamedTuple

from undercast.store.archive import opened, shown
from undercast.store.data_file import DataUnusable


class Copied(NamedTuple):
    """What a copy came to."""

    rooms: int
    window: str | None
    """What may be lost where they are now, in words."""


def copy(source: Path | str, target: Path | str, *, replace: bool) -> Copied:
    """Copy all rooms and numbers from one place to another.

    At the target nothing may be, unless it is to be replaced. Servers that run there notice.
    Raises DataUnusable, DataTooNew, OSError.
    """
    if source == target:
        raise DataUnusable(f"the rooms are already in {shown(source)}")
    with opened(target) as there:
        if not replace and not there.is_empty():
            raise DataUnusable(f"{shown(target)} already has rooms; --replace replaces them")
    with opened(source) as here, here.in_file() as file, opened(target) as there:
        count = there.put_in_place(file)
        there.know(here.secret())
        return Copied(count, there.window())
