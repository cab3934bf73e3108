"""Where a server keeps its rooms, seen from outside: how much there is, and a backup of it."""

# ruff: noqa: E402, INP001

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / part) for part in ("server", "tests")]

from memory import resident

from store.redis_servers import Running
from undercast.store import archive
from undercast.store.redis import keys


class Shelf(Protocol):
    """A folder, or an engine."""

    options: tuple[str, ...]
    """What a server is started with, to keep its rooms there."""

    def megabytes(self) -> float:
        """Of memory that is not the server's own; 0 for a file."""

    def kept(self) -> dict[str, Any]:
        """Megabytes of all files, and of what is kept; rooms, entries, games that are counted."""

    def codes(self) -> list[str]:
        """The rooms that there are; those that expired are not among them."""

    def copied(self, to: Path) -> str:
        """Copy all of it into a new folder while the server runs; "ok" if the copy is sound."""


def codes_in(where: Path | str) -> list[str]:
    """The rooms of a folder, or of the engine at this address."""
    with archive.open_admin_store(where) as house:
        return [row.code for row in house.rooms() if row.recoverable_ms is None]


def undercast(*command: object) -> None:
    """A command at the server's terminal."""
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "undercast.cli", *map(str, command)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "server")},
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=120,
    )


def soundness(file: Path) -> str:
    """What SQLite says of a file."""
    with contextlib.closing(sqlite3.connect(file)) as db:
        return str(db.execute("pragma integrity_check").fetchone()[0])


def megabytes_in(folder: Path) -> float:
    """All files below it. One may be gone when it is its turn."""
    sizes = []
    for file in folder.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            sizes += [file.stat().st_size] if file.is_file() else []
    return round(sum(sizes) / 1e6, 2)


class Folder:
    """A data folder."""

    options = ()

    def __init__(self, data: Path) -> None:
        self._data = data

    def megabytes(self) -> float:
        """See `Shelf`."""
        return 0.0

    def kept(self) -> dict[str, Any]:
        """See `Shelf`."""
        with self._tables() as db:
            pages, free, size = (
                db.execute(f"pragma {what}").fetchone()[0]
                for what in ("page_count", "freelist_count", "page_size")
            )
            rooms, entries, counted = (
                db.execute(f"select count(*) from {table}").fetchone()[0]  # noqa: S608
                for table in ("rooms", "entries", "counted")
            )
        return {
            "files_mb": megabytes_in(self._data),
            "disk_mb": round((pages - free) * size / 1e6, 2),
            "rooms": rooms,
            "entries": entries,
            "games_counted": counted,
        }

    def codes(self) -> list[str]:
        """See `Shelf`."""
        return codes_in(self._data)

    def copied(self, to: Path) -> str:
        """See `Shelf`."""
        undercast("backup", "--data", self._data, to / "backup")
        return soundness(to / "backup")

    @contextlib.contextmanager
    def _tables(self) -> Iterator[sqlite3.Connection]:
        file = self._data / "rooms.sqlite3"
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
            yield db


class InEngine:
    """An engine; what it keeps is in its memory, and its file grows until it is written anew."""

    def __init__(self, engine: Running) -> None:
        self._engine = engine
        self.options = ("--store", engine.url)

    def megabytes(self) -> float:
        """See `Shelf`."""
        return resident(self._engine.pid)

    def kept(self) -> dict[str, Any]:
        """See `Shelf`; of entries it is not known."""
        with self._engine.client() as client:
            memory: Any = client.info("memory")
            rooms = client.zcard(keys.ROOMS) + client.zcard(keys.EXPIRED)  # type: ignore[operator]
            counted = client.hlen(keys.STATISTICS)
        return {
            "files_mb": megabytes_in(self._engine.folder),
            "disk_mb": round(memory["used_memory_dataset"] / 1e6, 2),
            "rooms": rooms,
            "entries": 0,
            "games_counted": counted,
        }

    def codes(self) -> list[str]:
        """See `Shelf`."""
        return codes_in(self._engine.url)

    def copied(self, to: Path) -> str:
        """See `Shelf`."""
        undercast("copy", self._engine.url, to)
        return soundness(to / "rooms.sqlite3")
