"""Stores of each kind under one contract, and what may happen to their data behind their backs."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from store.redis_servers import EACH, Cluster, Running, redis_server
from undercast.store.data_file import FILE
from undercast.store.port import run_inline
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.store import RedisStore
from undercast.store.sqlite.store import SqliteStore

FILES = "sqlite"

SYNCED = "sqlite, every commit on the disk"

KINDS = (FILES, SYNCED, *EACH)

AnyStore = SqliteStore | RedisStore


class StoreFixture(Protocol):
    """Where rooms are kept."""

    tells_apart: bool
    """Whether two logs of the same length are told from each other."""

    def open(self) -> AnyStore:
        """A store of another process."""

    def empty(self) -> None:
        """Have nothing any more."""

    def log(self, code: str) -> list[tuple[int, bytes]]:
        """What is kept of a log: versions and bytes."""

    def aside(self, code: str, since: int) -> list[tuple[int, bytes]]:
        """A log that was put aside."""

    def put(self, code: str, version: int, data: bytes) -> None:
        """Have other bytes in place of an entry's."""

    def lose(self, code: str, version: int) -> None:
        """Lose an entry."""

    def cut(self, code: str, version: int) -> None:
        """Have the log as it was at this version."""

    def spoil_checkpoints(self, code: str, data: bytes) -> None:
        """Have other bytes in place of all checkpoints'."""

    def move_checkpoints(self, code: str, by: int) -> None:
        """Have checkpoints of other moments."""

    def checkpoints(self, code: str) -> int:
        """How many there are."""


class SqliteUnderTest:
    """A folder."""

    tells_apart = False

    def __init__(self, folder: Path, *, full: bool = False) -> None:
        self.folder = self._folder = folder
        self._full = full
        self._number = 0

    def open(self) -> SqliteStore:
        return SqliteStore(self.folder, full=self._full)

    def empty(self) -> None:
        self._number += 1
        self.folder = self._folder / str(self._number)
        self.folder.mkdir(parents=True)

    def log(self, code: str) -> list[tuple[int, bytes]]:
        return self._do("select version, entry from entries where code = ? order by 1", code)

    def aside(self, code: str, since: int) -> list[tuple[int, bytes]]:
        of = "from put_aside where code = ? and since = ? order by 1"
        return self._do(f"select version, entry {of}", code, since)

    def put(self, code: str, version: int, data: bytes) -> None:
        self._do("update entries set entry = ? where code = ? and version = ?", data, code, version)

    def lose(self, code: str, version: int) -> None:
        self._do("delete from entries where code = ? and version = ?", code, version)

    def cut(self, code: str, version: int) -> None:
        self._do("delete from entries where code = ? and version > ?", code, version)

    def spoil_checkpoints(self, code: str, data: bytes) -> None:
        self._do("update checkpoints set room = ? where code = ?", data, code)

    def move_checkpoints(self, code: str, by: int) -> None:
        self._do("update checkpoints set version = version + ? where code = ?", by, code)

    def checkpoints(self, code: str) -> int:
        return int(self._do("select count(*) from checkpoints where code = ?", code)[0][0])

    def _do(self, query: str, *given: object) -> list[Any]:
        with closing(sqlite3.connect(self.folder / FILE, isolation_level=None)) as db:
            return db.execute(query, given).fetchall()


class RedisUnderTest:
    """Redis."""

    tells_apart = True

    def __init__(self, running: Running | Cluster) -> None:
        self.running = running
        self._opened: list[RedisConnection] = []

    def open(self) -> RedisStore:
        self._opened.append(RedisConnection(self.running.url))
        return RedisStore(self._opened[-1], offload=run_inline)

    def empty(self) -> None:
        self.running.do("FLUSHALL")

    def log(self, code: str) -> list[tuple[int, bytes]]:
        return self._stream(keys.log(code))

    def aside(self, code: str, since: int) -> list[tuple[int, bytes]]:
        return self._stream(keys.superseded_log(code, since))

    def put(self, code: str, version: int, data: bytes) -> None:
        with self.running.client() as client:
            lines = client.xrange(keys.log(code))
            client.delete(keys.log(code))
            for name, fields in lines:
                changed = {b"e": data} if int(name.partition(b"-")[0]) == version else {}
                client.xadd(keys.log(code), {**fields, **changed}, id=name)

    def lose(self, code: str, version: int) -> None:
        self.running.do("XDEL", keys.log(code), f"{version}-0")

    def cut(self, code: str, version: int) -> None:
        with self.running.client() as client:
            lines = client.xrange(keys.log(code), max=f"{version}-0")
            client.delete(keys.log(code))
            for name, fields in lines:
                client.xadd(keys.log(code), fields, id=name)
            client.hset(keys.room(code), "version", version)
            client.hset(keys.room(code), "link", lines[-1][1][b"l"])

    def spoil_checkpoints(self, code: str, data: bytes) -> None:
        with self.running.client() as client:
            for version, kept in client.hgetall(keys.checkpoints(code)).items():
                client.hset(keys.checkpoints(code), version, kept[:8] + data)

    def move_checkpoints(self, code: str, by: int) -> None:
        with self.running.client() as client:
            kept = client.hgetall(keys.checkpoints(code))
            client.delete(keys.checkpoints(code))
            for version, room in kept.items():
                client.hset(keys.checkpoints(code), str(int(version) + by), room)

    def checkpoints(self, code: str) -> int:
        with self.running.client() as client:
            return int(client.hlen(keys.checkpoints(code)))

    def close(self) -> None:
        for opened in self._opened:
            opened.close()

    def _stream(self, key: str) -> list[tuple[int, bytes]]:
        with self.running.client() as client:
            return [(int(n.partition(b"-")[0]), given[b"e"]) for n, given in client.xrange(key)]


@contextmanager
def store_fixture(kind: str, folder: Path) -> Iterator[StoreFixture]:
    """A house of this kind, with nothing in it. Its engine keeps nothing on the disk."""
    if kind in {FILES, SYNCED}:
        yield SqliteUnderTest(folder, full=kind == SYNCED)
        return
    with redis_server(kind, folder, safe=False) as running:
        redis_store = RedisUnderTest(running)
        yield redis_store
        redis_store.close()
