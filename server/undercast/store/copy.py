"""Copying everything from one store to another: folders and Redis."""

from pathlib import Path
from typing import NamedTuple

from undercast.store.archive import display_name, open_admin_store
from undercast.store.data_file import DataUnusable


class CopyResult(NamedTuple):
    """The outcome of a copy."""

    rooms: int
    loss_window: str | None
    """What the target's own settings may lose, in words."""


def copy(source: Path | str, target: Path | str, *, replace: bool) -> CopyResult:
    """Copy all rooms and statistics.

    The target must be empty unless `replace` is set. Servers that use it notice.
    Raises DataUnusable, DataTooNew, OSError.
    """
    if source == target:
        raise DataUnusable(f"the rooms are already in {display_name(source)}")
    with open_admin_store(target) as there:
        if not replace and not there.is_empty():
            raise DataUnusable(f"{display_name(target)} already has rooms; --replace replaces them")
    with (
        open_admin_store(source) as here,
        here.export_file() as file,
        open_admin_store(target) as there,
    ):
        count = there.import_file(file)
        there.adopt_secret(here.secret())
        return CopyResult(count, there.loss_window())
