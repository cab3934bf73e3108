"""The WAL: put on the disk once a second, and written back into the file when it is large.

Neither is done by SQLite itself, which would do both within somebody's commit. Whoever reads in the
WAL meanwhile keeps it from being emptied; then it is tried again a second later.
"""

import os
import sqlite3
from contextlib import AbstractContextManager, closing
from pathlib import Path

from undercast.store.port import Offload

QUIET_LIMIT = 1_000_000
"""Bytes at which it is written back in a second in which nobody wrote: whoever writes at the end of
it waits for the disk."""

HARD_LIMIT = 4_000_000
"""Bytes at which it is written back in any case."""

ATTEMPTS = 4
"""To write it all back while others write into it, before they have to wait for that."""


class Wal:
    """The WAL of the file at `path`. Blocking work is done by `offload`."""

    def __init__(
        self, path: Path, offload: Offload, writes: AbstractContextManager[object]
    ) -> None:
        """Who holds `writes` is the only one of this process to write."""
        self._path = path
        self._file = path.with_name(f"{path.name}-wal")
        self._offload = offload
        self._writes = writes

    def sync(self, db: sqlite3.Connection, *, unsynced: bool) -> None:
        """Once a second; `unsynced`: whether something was written since the last time.

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
    """Write the WAL back and, if that was all of it, make the first write into an empty one, which
    puts its header on the disk; whether it was. Raises sqlite3.Error.
    """
    db.execute("pragma journal_size_limit = 0")  # it is cut when it begins anew
    _, pages, written = db.execute("pragma wal_checkpoint(passive)").fetchone()
    if pages == written:
        smallest_write(db)
    return bool(pages == written)


def smallest_write(db: sqlite3.Connection) -> None:
    """The smallest of writes. Raises sqlite3.Error."""
    db.execute("update counters set tidied = tidied + 1")


def _write_back_beside(path: Path) -> bool:
    """As `begin`; what is saved meanwhile goes on, and waits for that first write, if at all."""
    with closing(sqlite3.connect(path, isolation_level=None)) as beside:
        beside.execute("pragma synchronous = normal")
        return write_back(beside)


def _sync_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
