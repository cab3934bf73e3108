"""The WAL does not grow for ever, and to write it back keeps nobody who plays."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from patience import PATIENCE
from undercast.room import entries
from undercast.room.entries import Entry
from undercast.rules.settings import Settings
from undercast.store.data_file import FILE
from undercast.store.sqlite import wal
from undercast.store.sqlite.store import SqliteStore

OPENING = Entry(1, "p1", "c", entries.CreateRoom("BKTM", "Ana", "h", "en", ("en",), Settings()))


class House:
    """A store with one room, in which `move` adds an entry."""

    def __init__(self, folder: Path) -> None:
        self.meanwhile: Callable[[], None] | None = None
        """Done before each piece of blocking work."""
        self.store = SqliteStore(folder, offload=self._offload)
        self.store.create("BKTM", "o", OPENING)
        self.version = 1
        self._file = folder / f"{FILE}-wal"

    def move(self) -> None:
        self.version += 1
        entry = Entry(self.version, "p1", f"c{self.version}", entries.Rename("n" * 500))
        self.store.append("BKTM", self.version, entry)

    def fill(self, size: int) -> None:
        while self.size < size:
            self.move()

    @property
    def size(self) -> int:
        return self._file.stat().st_size

    def _offload(self, work: Callable[[], object]) -> None:
        if self.meanwhile is not None:
            self.meanwhile()
        work()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.meanwhile = None
    assert len(made.store.entries("BKTM", 0, 10**6)) == made.version
    made.store.close()
    assert not (tmp_path / f"{FILE}-wal").exists()


def test_it_is_emptied_in_a_second_in_which_nobody_writes(house: House) -> None:
    house.fill(wal.QUIET_LIMIT)
    house.store.sync()
    assert house.size >= wal.QUIET_LIMIT
    house.store.sync()
    assert house.size < 20_000


def test_where_somebody_always_writes_it_is_emptied_all_the_same(house: House) -> None:
    house.fill(wal.HARD_LIMIT)
    house.store.sync()
    assert house.size < 20_000


def test_moves_are_saved_meanwhile(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wal, "HARD_LIMIT", 0)

    def somebody() -> None:
        move = threading.Thread(target=house.move)
        move.start()
        move.join(PATIENCE)
        assert not move.is_alive()
        house.meanwhile = None

    house.meanwhile = somebody
    house.store.sync()
    assert house.version == 2


def test_it_is_emptied_also_when_others_write_each_time_before_it_begins_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.fill(100_000)
    monkeypatch.setattr(wal, "HARD_LIMIT", 0)
    passive, begins = wal.write_back, list[object]()

    def write_back(db: sqlite3.Connection) -> bool:
        begins.append(db)
        if len(begins) > wal.ATTEMPTS:
            return passive(db)
        with closing(sqlite3.connect(house.store.path, isolation_level=None)) as reading:
            reading.execute("begin")
            reading.execute("select * from counters").fetchone()
            house.move()  # what the reader does not see cannot be written back
            return passive(db)

    monkeypatch.setattr(wal, "write_back", write_back)
    house.store.sync()
    assert len(begins) == wal.ATTEMPTS + 1
    assert begins[-1] is house.store._db
    assert house.size < 20_000


def test_somebody_who_reads_keeps_it_and_nobody_waits_for_that(house: House) -> None:
    house.fill(wal.QUIET_LIMIT)
    with closing(sqlite3.connect(house.store.path, isolation_level=None)) as reading:
        reading.execute("begin")
        assert reading.execute("select count(*) from entries").fetchone()[0] == house.version
        for _ in range(2):
            house.store.sync()
            house.move()
        assert house.size >= wal.QUIET_LIMIT
    for _ in range(2):
        house.store.sync()
    assert house.size < 20_000


def test_who_comes_at_the_first_write_waits_for_that(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal, "HARD_LIMIT", 0)
    move, waits = threading.Thread(target=house.move), threading.Event()
    house.meanwhile = None

    def smallest_write(db: sqlite3.Connection) -> None:
        db.execute("begin immediate")
        db.execute("update counters set tidied = tidied + 1")
        house.meanwhile = waits.set
        move.start()
        assert waits.wait(PATIENCE)
        db.execute("commit")

    monkeypatch.setattr(wal, "smallest_write", smallest_write)
    house.store.sync()
    move.join(PATIENCE)
    assert not move.is_alive()
    assert house.version == 2
