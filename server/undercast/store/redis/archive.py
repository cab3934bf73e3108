"""All the data in Redis, for admin commands; servers may be using it."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from undercast.service import HouseholdStatistics, KeptList, LogReplaced
from undercast.store.data_file import FILE, DataUnusable, connect
from undercast.store.port import DAY_MS, GRACE_DAYS, RoomRow, run_inline
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.durability import check_durability
from undercast.store.redis.exporter import all_codes, export_rooms
from undercast.store.redis.importer import import_rooms, is_empty, require_complete
from undercast.store.redis.retention import RedisRetention
from undercast.store.redis.room_reader import RedisRoomReader
from undercast.store.redis.secret import secret
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.redis.word_lists import RedisWordLists


@contextmanager
def open_admin_store(url: str) -> Iterator["RedisAdminStore"]:
    """The data in the Redis at this address. Raises DataUnusable, on opening and in use."""
    redis = RedisConnection(url)
    try:
        with redis.as_unusable():
            yield RedisAdminStore(redis)
    except LogReplaced as fault:
        raise DataUnusable(f"room {fault} has just been replaced; try again") from fault
    finally:
        redis.close()


class RedisAdminStore(RedisRoomReader):
    """The `undercast.store.port.AdminStore`. Everything here raises what the client raises."""

    def __init__(self, redis: RedisConnection) -> None:
        super().__init__(redis)
        self._statistics = RedisStatistics(redis, run_inline)
        self._retention = RedisRetention(redis, self._statistics)
        self._word_lists = RedisWordLists(redis)

    def rooms(self) -> list[RoomRow]:
        """All rooms, the most recently played first."""
        passed = self._retention.passed_ms()
        rows = {
            row.code: row for codes in all_codes(self._redis) for row in self._rows(codes, passed)
        }
        return sorted(rows.values(), key=lambda row: row.latest, reverse=True)

    def delete(self, code: str) -> bool:
        """Delete this room for good; returns whether it existed. Running servers notice."""
        return self._retention.delete(code)

    def revive(self, code: str) -> bool:
        """Revive this room if it has expired; returns whether it had."""
        return self._retention.revive(code)

    def set_permanent(self, code: str, *, permanent: bool) -> bool:
        """Keep this room for good, or no longer; returns whether it exists."""
        return self._retention.set_permanent(code, permanent=permanent)

    def household(self) -> HouseholdStatistics:
        """The statistics."""
        return self._statistics.household()

    def forget_name(self, name: str) -> int:
        """Delete the statistics of this name; returns how many games it was counted in."""
        return self._statistics.forget_name(name)

    def word_lists(self) -> list[KeptList]:
        """The word lists of the household."""
        return self._word_lists.read()

    def delete_word_list(self, kept: KeptList) -> bool:
        """Delete this word list; returns whether it was still there."""
        return self._word_lists.delete(kept)

    def secret(self) -> str:
        """The key that signs links."""
        return secret(self._redis)

    def is_empty(self) -> bool:
        """Whether there is nothing, or only the rest of an unfinished copy."""
        return is_empty(self._redis)

    @contextmanager
    def export_file(self) -> Iterator[Path]:
        """All the data as a temporary SQLite file. Raises DataUnusable."""
        require_complete(self._redis)
        with tempfile.TemporaryDirectory() as folder:  # its owner's alone
            file = Path(folder, FILE)
            try:
                with closing(connect(file)) as db:
                    export_rooms(self._redis, db)
                yield file
            except sqlite3.Error as fault:
                raise DataUnusable(f"{folder}: {fault}") from fault

    def import_file(self, file: Path) -> int:
        """Replace everything with the data of such a file; returns the number of rooms.

        Raises DataUnusable, DataTooNew, sqlite3.Error.
        """
        with closing(connect(file)) as db:
            db.execute("begin")
            return import_rooms(self._redis, db)

    def loss_window(self) -> str | None:
        """What the settings of Redis may lose, in words; None for nothing."""
        return check_durability(self._redis, accept_loss=True)

    def adopt_secret(self, secret: str) -> None:
        """Use this signing key unless there is one already."""
        self._redis.do("HSETNX", keys.METADATA, "secret", secret)

    def _rows(self, codes: list[str], passed: int) -> Iterator[RoomRow]:
        fields = ("origin", "at", "set_aside", "put_aside", "expired", "gone", "permanent")
        found = self._redis.pipelined([("HMGET", keys.room(code), *fields) for code in codes])
        counts = self._redis.pipelined([("XLEN", keys.log(code)) for code in codes])
        for code, (origin, at, why, aside, expired, gone, permanent), count in zip(
            codes, found, counts, strict=True
        ):
            if origin is None or gone is not None:
                continue
            kept = None if expired is None else int(expired) + GRACE_DAYS * DAY_MS - passed
            reason = None if why is None else why.decode()
            superseded = len((aside or b"").split())
            yield RoomRow(
                code, count, int(at), reason, superseded, kept, permanent=permanent is not None
            )
