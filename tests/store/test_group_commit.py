"""Where a commit waits for the disk who comes meanwhile is in the next one, in nobody's way."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patience import PATIENCE
from servers import SOURCES
from store.faults import opening, rename
from store.killing import telling
from store.redis_servers import until
from store.test_contract import room_of
from store.test_disk import full_disk, linux_only
from undercast.service import NotSaved, RoomGone, StoredRoom
from undercast.store.data_file import FILE
from undercast.store.sqlite import group_commit
from undercast.store.sqlite.store import SqliteStore

WRITERS = 8


@dataclass
class Waiting:
    """Those who came while a commit was on its way, in the order of their coming."""

    store: SqliteStore
    threads: list[threading.Thread] = field(default_factory=list)
    outcomes: dict[int, object] = field(default_factory=dict)

    def come(self, does: Callable[[], object]) -> None:
        number = len(self.threads)

        def tell() -> None:
            try:
                self.outcomes[number] = does()
            except Exception as fault:  # noqa: BLE001  # for the test to look at
                self.outcomes[number] = type(fault)

        self.threads.append(threading.Thread(target=tell))
        self.threads[-1].start()
        until(lambda: len(self.store._group_commit._queue) == len(self.threads))

    @property
    def told(self) -> list[object]:
        """What became of each."""
        for thread in self.threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        return [self.outcomes[number] for number in range(len(self.threads))]


@contextmanager
def busy(store: SqliteStore) -> Iterator[Waiting]:
    """A commit is on its way; it is over at the end."""
    with store._lock:
        waiting = Waiting(store)
        yield waiting
        assert not waiting.outcomes


class Commits:
    """A store in a folder, whose commits are counted, and may fail."""

    def __init__(self, folder: Path) -> None:
        self.found: list[int] = []
        self.fails = False
        self.store = SqliteStore(folder, full=True)
        self.store.write(lambda db: db.execute("create table if not exists written (what unique)"))
        self.store._db.set_authorizer(self._is_allowed)
        self.store._db.set_trace_callback(self._count)

    def _is_allowed(self, action: int, what: str | None, *_more: object) -> int:
        refused = self.fails and action == sqlite3.SQLITE_TRANSACTION and what == "COMMIT"
        return sqlite3.SQLITE_DENY if refused else sqlite3.SQLITE_OK

    def _count(self, statement: str) -> None:
        if statement == "begin immediate":
            self.found.append(0)
        elif statement.startswith("savepoint"):
            self.found[-1] += 1

    def insert(self, what: int, fate: str) -> int:
        """Write down, and whatever may happen to one alone."""

        def work(db: sqlite3.Connection) -> int:
            if fate == "raises before":
                raise KeyError(what)
            db.execute("insert into written values (?)", (what,))
            if fate == "raises after":
                raise KeyError(what)
            if fate == "is no SQL":
                db.execute("insert into nowhere values (1)")
            if fate == UNDOES:
                db.execute("insert or rollback into written values (?)", (what,))
            return what

        return self.store.write(work)

    def written(self) -> list[int]:
        """By another connection, in the order of their coming."""
        with closing(sqlite3.connect(self.store.path)) as db:
            return [what for (what,) in db.execute("select what from written order by rowid")]


@pytest.fixture
def commits(tmp_path: Path) -> Iterator[Commits]:
    made = Commits(tmp_path)
    yield made
    made.store.close()


def test_who_comes_meanwhile_is_in_the_next_commit_and_no_more_than_some(commits: Commits) -> None:
    many = group_commit.MAX_BATCH + 6
    with busy(commits.store) as waiting:
        for number in range(many):
            waiting.come(lambda number=number: commits.insert(number, "is well"))
    assert waiting.told == commits.written() == list(range(many))
    assert commits.found == [group_commit.MAX_BATCH, 6]
    assert commits.insert(many, "is well") == many
    assert commits.found[-1] == 1


UNDOES = "makes SQLite undo all"

FATES = (*["is well"] * 6, "raises before", "raises after", "is no SQL", UNDOES)

OUTCOMES = {"raises before": KeyError, "raises after": KeyError, "is no SQL": NotSaved}

ROUNDS = st.lists(
    st.tuples(st.lists(st.sampled_from(FATES), min_size=1, max_size=6), st.booleans()),
    min_size=1,
    max_size=4,
)


@settings(max_examples=30)
@given(rounds=ROUNDS)
def test_each_is_told_what_became_of_it_alone_and_of_the_commit(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[tuple[list[str], bool]]
) -> None:
    commits = Commits(tmp_path_factory.mktemp("commits"))
    expected, number = list[int](), 0
    for fates, commits.fails in rounds:
        outcomes, fails = list[object](), commits.fails or UNDOES in fates
        with busy(commits.store) as waiting:
            for fate in fates:
                number += 1
                waiting.come(lambda n=number, fate=fate: commits.insert(n, fate))
                outcomes.append(NotSaved if fails else OUTCOMES.get(fate, number))
                if outcomes[-1] == number:
                    expected.append(number)
        assert waiting.told == outcomes
        assert commits.written() == expected
        assert not commits.store._db.in_transaction
    commits.store.close()


def test_one_that_finds_no_place_is_in_nobodys_way(tmp_path: Path) -> None:
    """What a store says of its own accord: a code that is taken, a room that is gone."""
    store, log = SqliteStore(tmp_path, full=True), [opening(), rename(2, "c2")]
    store.create("BKTM", "o", log[0])
    with busy(store) as waiting:
        waiting.come(lambda: store.create("BKTM", "p", opening()))
        waiting.come(lambda: store.create("CDFG", "q", opening("CDFG")))
        waiting.come(lambda: store.append("HJKL", 2, rename(2, "c2")))
        waiting.come(lambda: store.append("BKTM", 2, log[1], StoredRoom(room_of(log))))
        waiting.come(lambda: store.create("HJKL", "q", opening("HJKL")))
    assert waiting.told == [KeyError, "CDFG", RoomGone, None, "CDFG"]
    assert store.opened("p") is None
    assert store.entries("BKTM", 0, 9) == log
    assert store.count() == 2
    store.close()


@linux_only
def test_on_a_full_disk_nobody_is_told_that_it_was_saved(tmp_path: Path) -> None:
    store, log = SqliteStore(tmp_path, full=True), [opening(), rename(2, "c2")]
    store.create("BKTM", "o", log[0])
    long = "n" * 5_000
    with full_disk(os.getpid(), tmp_path / f"{FILE}-wal"):
        with busy(store) as waiting:
            waiting.come(lambda: store.append("BKTM", 2, log[1], StoredRoom(room_of(log))))
            for code in ("CDFG", "HJKL", "MNPQ"):
                waiting.come(lambda code=code: store.create(code, long + code, opening(code)))
        assert waiting.told == [NotSaved] * 4
        assert store.entries("BKTM", 0, 9) == log[:1]
        assert store.take_ended_games() == []
        with pytest.raises(NotSaved):
            store.sync()
    store.append("BKTM", 2, log[1])
    assert store.count() == 1
    store.sync()
    store.close()


def test_who_is_killed_while_waiting_is_in_nobodys_way(tmp_path: Path) -> None:
    script = Path(__file__).parent / "killed_greenlets.py"
    path = os.pathsep.join((str(SOURCES), str(script.parent.parent)))
    ran = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_what_was_told_is_there_after_a_kill_at_any_instant(tmp_path: Path) -> None:
    rng, told = random.Random(1), dict[str, int]()
    for _ in range(12):
        told |= life(tmp_path, rng)
        store = SqliteStore(tmp_path)
        for code, version in told.items():
            found = store.entries(code, 0, 10_000)
            assert version <= len(found) <= version + 1
            told[code] = len(found)
        store.close()
    assert sum(told.values()) > 12


def life(folder: Path, rng: random.Random) -> dict[str, int]:
    """Many write, until they are killed; up to what each was told that it is saved."""
    with telling(write_on, folder) as (writer, lines):
        read = [lines.readline() for _ in range(rng.randint(1, 60))]
        for _ in range(rng.randint(0, 20_000)):
            pass
        os.kill(writer, signal.SIGKILL)
        read += lines.readlines()
    whole = [line.decode().split() for line in read if line.endswith(b"\n")]
    assert whole, "it wrote nothing"
    return {code: int(version) for code, version in whole}


def write_on(folder: Path, tell: Callable[[str], None]) -> None:
    """In many rooms at once, for ever."""
    store = SqliteStore(folder, full=True)

    def write(code: str) -> None:
        latest = store.latest(code)
        version = 0 if latest is None else latest.version
        while True:
            version += 1
            if version == 1:
                store.create(code, code, opening(code))
            else:
                store.append(code, version, rename(version, "c"))
            tell(f"{code} {version}")

    threads = [threading.Thread(target=write, args=(f"ROO{n}",)) for n in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
