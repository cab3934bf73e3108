"""The store from the terminal, while a server runs or not: list, copy out, put back."""

import contextlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from undercast.service import Household
from undercast.store import lifetimes, statistics
from undercast.store.files import FILE, DataUnusable, connect
from undercast.store.port import RoomRow
from undercast.store.reading import Reading
from undercast.store.schema import STATISTICS, TABLES, bring_up_to_date, require_known, version_of

T = TypeVar("T")


def backup(folder: Path, target: Path) -> None:
    """Write a snapshot of the store in `folder` to the new file `target`.

    It holds everything up to some instant, moves made meanwhile or not. The keys of unfinished
    games are in it, so only its owner can read it. Raises DataUnusable.
    """
    source = folder / FILE
    if not source.exists():
        raise DataUnusable(f"there is no data in {folder}")
    if target.exists():
        raise DataUnusable(f"{target} exists already; name a new file")
    try:
        target.touch(mode=0o600)
        with contextlib.closing(connect(source)) as db:
            db.execute("vacuum into ?", (str(target),))
    except (sqlite3.Error, OSError) as fault:
        target.unlink(missing_ok=True)
        raise DataUnusable(f"{target}: {fault}") from fault


def restore(folder: Path, source: Path) -> int:
    """Put the rooms of a backup in place of all rooms in `folder`; how many there are now.

    All or nothing. A running server notices and lets everybody enter again.
    Raises DataTooNew, DataUnusable.
    """
    if not source.is_file():
        raise DataUnusable(f"{source} is not a file")
    try:
        with _up_to_date_copy(source) as copy, contextlib.closing(connect(folder / FILE)) as db:
            db.execute("attach ? as backup", (str(copy),))
            with db:
                db.execute("begin immediate")
                for table, columns in (TABLES | STATISTICS).items():
                    names = ", ".join(columns)
                    db.execute(f"delete from main.{table}")  # noqa: S608  # names of ours
                    db.execute(
                        f"insert into main.{table} ({names}) select {names} from backup.{table}"  # noqa: S608
                    )
                lifetimes.begin_anew(db)
                db.execute("update main.counters set restored = restored + 1")
            return int(db.execute("select count(*) from main.rooms").fetchone()[0])
    except sqlite3.Error as fault:
        raise DataUnusable(f"{source}: {fault}") from fault


@contextlib.contextmanager
def _up_to_date_copy(source: Path) -> Iterator[Path]:
    """The backup with the tables of this release, in a file of its own: it may be older.

    Raises DataTooNew, DataUnusable, sqlite3.Error.
    """
    with (
        tempfile.TemporaryDirectory() as folder,  # its owner's alone
        contextlib.closing(sqlite3.connect(source)) as backup,
        contextlib.closing(sqlite3.connect(Path(folder, FILE), isolation_level=None)) as copy,
    ):
        _require_backup(backup, source)
        backup.backup(copy)
        bring_up_to_date(copy, source)
        copy.close()
        yield Path(folder, FILE)


def rooms(folder: Path) -> list[RoomRow]:
    """The rooms in `folder`, the most recently played first. Raises DataUnusable, DataTooNew."""
    if not (folder / FILE).exists():
        return []
    query = (
        "select code, count(version), coalesce(max(at), 0), set_aside,"
        " (select count(distinct since) from put_aside where put_aside.code = rooms.code),"
        " expired + ? - (select passed from counters)"
        " from rooms left join entries using (code) group by code order by 3 desc"
    )
    kept = lifetimes.KEPT_DAYS * lifetimes.DAY_MS
    try:
        with contextlib.closing(connect(folder / FILE)) as db:
            return [RoomRow(*row) for row in db.execute(query, (kept,))]
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault


def delete(folder: Path, code: str) -> bool:
    """Delete this room for good; whether there was such a one. A running server notices.

    Raises DataTooNew, DataUnusable.
    """

    def delete(db: sqlite3.Connection) -> bool:
        found = db.execute("select 1 from rooms where code = ?", (code,)).fetchone() is not None
        lifetimes.delete(db, [code])
        statistics.delete_room(db, code)
        db.execute("update counters set deleted = deleted + 1")
        return found

    return _written(folder, delete) or False


def forget(folder: Path, name: str) -> int:
    """Delete the numbers of whoever was counted by this name; of how many games. A running server
    may go on. Raises DataTooNew, DataUnusable.
    """
    return _written(folder, lambda db: statistics.forget(db, name)) or 0


def household(folder: Path) -> Household:
    """The statistics of this household. Raises DataTooNew, DataUnusable."""
    if not (folder / FILE).exists():
        return Household()
    try:
        with contextlib.closing(connect(folder / FILE)) as db:
            return statistics.household(db)
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault


def bring_back(folder: Path, code: str) -> bool:
    """Undo that this room expired; whether it had. Raises DataTooNew, DataUnusable."""
    return _written(folder, lambda db: lifetimes.bring_back(db, code)) or False


def _written(folder: Path, write: Callable[[sqlite3.Connection], T]) -> T | None:
    """Do `write` in one transaction; None where there are no data."""
    if not (folder / FILE).exists():
        return None
    try:
        with contextlib.closing(connect(folder / FILE)) as db, db:
            db.execute("begin immediate")
            return write(db)
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault


@contextlib.contextmanager
def reading(folder: Path) -> Iterator[Reading]:
    """The rooms of `folder`, to look something up. Raises DataUnusable, DataTooNew."""
    if not (folder / FILE).exists():
        raise DataUnusable(f"there is no data in {folder}")
    try:
        with contextlib.closing(connect(folder / FILE)) as db:
            yield Reading(db)
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault


def _require_backup(db: sqlite3.Connection, source: Path) -> None:
    require_known(db, source)
    sound = db.execute("pragma integrity_check").fetchone()[0] == "ok"
    if version_of(db) == 0 or not sound:
        raise DataUnusable(f"{source} is not a sound backup of Undercast")
