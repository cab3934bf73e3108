"""Backup and restore of a data folder; a server may be running."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from undercast.store.data_file import FILE, DataUnusable, connect, require_data
from undercast.store.sqlite import retention
from undercast.store.sqlite.schema import (
    OTHER_TABLES,
    ROOM_TABLES,
    require_known,
    upgrade,
    version_of,
)


def backup(folder: Path, target: Path) -> None:
    """Write a snapshot of the store in `folder` to the new file `target`.

    The snapshot is consistent while moves are made. Only its owner can read it, as it holds the
    keys of unfinished games. Raises DataUnusable.
    """
    require_data(folder)
    source = folder / FILE
    if target.exists():
        raise DataUnusable(f"{target} already exists; choose a new file")
    try:
        target.touch(mode=0o600)
        with contextlib.closing(connect(source)) as db:
            db.execute("vacuum into ?", (str(target),))
    except (sqlite3.Error, OSError) as fault:
        target.unlink(missing_ok=True)
        raise DataUnusable(f"{target}: {fault}") from fault


def restore(folder: Path, source: Path) -> int:
    """Replace everything in `folder` with a backup; returns how many rooms there are.

    All or nothing. A running server notices, and everybody enters again.
    Raises DataTooNew, DataUnusable.
    """
    if not source.is_file():
        raise DataUnusable(f"{source} is not a file")
    try:
        with _up_to_date_copy(source) as copy, contextlib.closing(connect(folder / FILE)) as db:
            db.execute("attach ? as backup", (str(copy),))
            with db:
                db.execute("begin immediate")
                for table, columns in (ROOM_TABLES | OTHER_TABLES).items():
                    names = ", ".join(columns)
                    db.execute(f"delete from main.{table}")  # noqa: S608  # names of ours
                    db.execute(
                        f"insert into main.{table} ({names}) select {names} from backup.{table}"  # noqa: S608
                    )
                retention.reset_ages(db)
                db.execute("update main.counters set restored = restored + 1")
            return int(db.execute("select count(*) from main.rooms").fetchone()[0])
    except sqlite3.Error as fault:
        raise DataUnusable(f"{source}: {fault}") from fault


@contextlib.contextmanager
def _up_to_date_copy(source: Path) -> Iterator[Path]:
    """A copy of the backup, upgraded to the tables of this release.

    Raises DataTooNew, DataUnusable, sqlite3.Error.
    """
    with (
        tempfile.TemporaryDirectory() as folder,  # its owner's alone
        contextlib.closing(sqlite3.connect(source)) as backup,
        contextlib.closing(sqlite3.connect(Path(folder, FILE), isolation_level=None)) as copy,
    ):
        _require_backup(backup, source)
        backup.backup(copy)
        upgrade(copy, source)
        copy.close()
        yield Path(folder, FILE)


def _require_backup(db: sqlite3.Connection, source: Path) -> None:
    require_known(db, source)
    sound = db.execute("pragma integrity_check").fetchone()[0] == "ok"
    if version_of(db) == 0 or not sound:
        raise DataUnusable(f"{source} is not a valid Undercast backup")
