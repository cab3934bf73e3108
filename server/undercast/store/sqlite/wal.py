"""The WAL: synced to the disk every second, and written back into the file when it is large.

SQLite itself would do both inside somebody's commit. A reader of the WAL keeps it from being
emptied; then the next second tries again.
"""

import os
import sqlite3
from contextlib import AbstractContextManager, closing
from pathlib import Path

from undercast.store.port import Offload

QUIET_LIMIT = 1_000_000
"""Bytes from which it is written back in a second without writes, as a write would have to wait."""

HARD_LIMIT = 4_000_000
"""Bytes from which it is written back in any case."""

ATTEMPTS = 4
"""To write it back beside other writers, before they have to wait."""


class Wal:
    """The WAL of the file at `path`. `offload` does blocking work."""

    def __init__(
        self, path: Path, offload: Offload, writes: AbstractContextManager[object]
    ) -> None:
        """Holding `writes` keeps the rest of this process from writing."""
        self._path = path
        self._file = path.with_name(f"{path.name}-wal")
        self._offload = offload
        self._writes = writes

    def sync(self, db: sqlite3.Connection, *, unsynced: bool) -> None:
        """Called every second; `unsynced`: whether anything was written since the last call.

        Raises OSError, sqlite3.Error.
        """
        if self._file.stat().st_size >= (HARD_LIMIT if unsynced else QUIET_LIMIT):
            self._empty(db)
        elif unsynced:
            self._offload(lambda: _sync_file(self._file))

    def _empty(self, db: sqlite3.Connection) -> None:
        begun: list[bool] = []
        for _ in range(ATTEMPTS):
            self._offload(lambda: begun.append(_write_back_beside(self._path)))
            if begun[-1]:
                return
        with self._writes:
            self._offload(lambda: write_back(db))


def write_back(db: sqlite3.Connection) -> bool:
    """Write the WAL back; returns whether all of it was. If so, make the first write into the empty
    WAL, which syncs its header. Raises sqlite3.Error.
    """
    db.execute("pragma journal_size_limit = 0")  # it is truncated when it restarts
    _, pages, written = db.execute("pragma wal_checkpoint(passive)").fetchone()
    if pages == written:
        smallest_write(db)
    return bool(pages == written)


def smallest_write(db: sqlite3.Connection) -> None:
    """The smallest possible write. Raises sqlite3.Error."""
    db.execute("update counters set tidied = tidied + 1")


def _write_back_beside(path: Path) -> bool:
    """As `write_back`, while others save; they wait at most for that first write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as beside:
        beside.execute("pragma synchronous = normal")
        return write_back(beside)


def _sync_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
