"""The store from the terminal, while a server runs or not: list, copy out, put back."""

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from undercast.room.entries import Entry
from undercast.service import Unreadable
from undercast.store import sqlite
from undercast.store.sqlite import FILE, SCHEMA, DataTooNew, DataUnusable, connect


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as `undercast rooms` lists it; times in Unix milliseconds."""

    code: str
    entries: int
    latest: int
    set_aside: str | None


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
        with contextlib.closing(sqlite3.connect(source)) as db:
            _require_backup(db, source)
        with contextlib.closing(connect(folder / FILE)) as db:
            db.execute("attach ? as backup", (str(source),))
            with db:
                db.execute("begin immediate")
                db.execute("delete from main.rooms")
                db.execute("delete from main.entries")
                db.execute("insert into main.rooms select * from backup.rooms")
                db.execute("insert into main.entries select * from backup.entries")
                db.execute("update main.counters set restored = restored + 1")
            return int(db.execute("select count(*) from main.rooms").fetchone()[0])
    except sqlite3.Error as fault:
        raise DataUnusable(f"{source}: {fault}") from fault


def rooms(folder: Path) -> list[RoomRow]:
    """The rooms in `folder`, the most recently played first. Raises DataUnusable, DataTooNew."""
    if not (folder / FILE).exists():
        return []
    query = (
        "select code, count(version), coalesce(max(at), 0), set_aside from rooms"
        " left join entries using (code) group by code order by 3 desc"
    )
    try:
        with contextlib.closing(connect(folder / FILE)) as db:
            return [RoomRow(*row) for row in db.execute(query)]
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault


def read_log(folder: Path, code: str) -> list[Entry]:
    """The log of the room `code` in `folder`. Raises Unreadable, DataUnusable, DataTooNew."""
    if not (folder / FILE).exists():
        raise DataUnusable(f"there is no data in {folder}")
    try:
        with contextlib.closing(connect(folder / FILE)) as db:
            entries = sqlite.read_log(db, code)
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault
    if not entries:
        raise Unreadable("there is no such room")
    return entries


def _require_backup(db: sqlite3.Connection, source: Path) -> None:
    version = db.execute("pragma user_version").fetchone()[0]
    if version > SCHEMA:
        raise DataTooNew(f"{source} was written by a newer version of Undercast")
    sound = db.execute("pragma integrity_check").fetchone()[0] == "ok"
    if version == 0 or not sound:
        raise DataUnusable(f"{source} is not a sound backup of Undercast")
