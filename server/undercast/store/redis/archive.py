"""A house in an engine from the terminal, while servers use it or not."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from undercast.service import Household, LogReplaced
from undercast.store.data_file import FILE, DataUnusable, connect
from undercast.store.port import RoomRow, directly
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.durability import promise
from undercast.store.redis.exporter import all_codes, move_out
from undercast.store.redis.hash_chain import HashChain
from undercast.store.redis.importer import is_empty, move_in, require_whole
from undercast.store.redis.retention import RedisRetention
from undercast.store.redis.room_reader import RedisRoomReader
from undercast.store.redis.secret import secret
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.sqlite.retention import DAY_MS, KEPT_DAYS


@contextmanager
def opened(url: str) -> Iterator["RedisArchive"]:
    """The house in the engine at this address. Raises DataUnusable, then and within."""
    engine = RedisConnection(url)
    try:
        with engine.as_unusable():
            yield RedisArchive(engine)
    except LogReplaced as fault:
        raise DataUnusable(f"room {fault} has just been replaced; try again") from fault
    finally:
        engine.close()


class RedisArchive(RedisRoomReader):
    """The `undercast.store.port.Archive`. Everything here raises what the library raises."""

    def __init__(self, engine: RedisConnection) -> None:
        super().__init__(engine, HashChain())
        self._statistics = RedisStatistics(engine, directly)
        self._lifetimes = RedisRetention(engine, self._statistics)

    def rooms(self) -> list[RoomRow]:
        """All rooms, the most recently played first."""
        passed = self._lifetimes.passed()
        rows = {
            row.code: row for codes in all_codes(self._engine) for row in self._rows(codes, passed)
        }
        return sorted(rows.values(), key=lambda row: row.latest, reverse=True)

    def delete(self, code: str) -> bool:
        """Delete this room for good; whether there was such a one. Running servers notice."""
        return self._lifetimes.delete(code)

    def bring_back(self, code: str) -> bool:
        """Undo that this room expired; whether it had."""
        return self._lifetimes.bring_back(code)

    def household(self) -> Household:
        """The statistics of this household."""
        return self._statistics.household()

    def forget(self, name: str) -> int:
        """Delete the numbers of whoever was counted by this name; of how many games."""
        return self._statistics.forget(name)

    def secret(self) -> str:
        """What links are signed with."""
        return secret(self._engine)

    def is_empty(self) -> bool:
        """Whether nothing is kept, or only what is left of a copy that was not finished."""
        return is_empty(self._engine)

    @contextmanager
    def in_file(self) -> Iterator[Path]:
        """All of it in a file that is deleted then. Raises DataUnusable."""
        require_whole(self._engine)
        with tempfile.TemporaryDirectory() as folder:  # its owner's alone
            file = Path(folder, FILE)
            try:
                with closing(connect(file)) as db:
                    move_out(self._engine, db)
                yield file
            except sqlite3.Error as fault:
                raise DataUnusable(f"{folder}: {fault}") from fault

    def put_in_place(self, file: Path) -> int:
        """Put what such a file keeps in the place of everything; how many rooms there are then.

        Raises DataUnusable, DataTooNew, sqlite3.Error.
        """
        with closing(connect(file)) as db:
            db.execute("begin")
            return move_in(self._engine, db)

    def window(self) -> str | None:
        """What may be lost of what is kept, in words; None for nothing."""
        return promise(self._engine, accept_loss=True)

    def know(self, secret: str) -> None:
        """Sign with this, if nothing was signed with anything else before."""
        self._engine.do("HSETNX", keys.HOUSE, "secret", secret)

    def _rows(self, codes: list[str], passed: int) -> Iterator[RoomRow]:
        fields = ("origin", "at", "set_aside", "put_aside", "expired", "gone")
        found = self._engine.pipelined([("HMGET", keys.room(code), *fields) for code in codes])
        counts = self._engine.pipelined([("XLEN", keys.log(code)) for code in codes])
        for code, (origin, at, why, aside, expired, gone), count in zip(
            codes, found, counts, strict=True
        ):
            if origin is None or gone is not None:
                continue
            kept = None if expired is None else int(expired) + KEPT_DAYS * DAY_MS - passed
            reason = None if why is None else why.decode()
            yield RoomRow(code, count, int(at), reason, len((aside or b"").split()), kept)
