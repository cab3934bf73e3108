"""All the data, for admin commands; servers may be using it."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from undercast.service import HouseholdStatistics, KeptList
from undercast.store import data_file, redis_url
from undercast.store.data_file import FILE, DataUnusable, connect
from undercast.store.port import DAY_MS, GRACE_DAYS, AdminStore, RoomRow
from undercast.store.sqlite import retention, statistics, word_lists
from undercast.store.sqlite.backup import restore
from undercast.store.sqlite.room_reader import SqliteRoomReader


def open_admin_store(where: Path | str) -> AbstractContextManager[AdminStore]:
    """The data of this folder, or of the Redis at this address.

    A folder without data counts as empty; nothing is created there. Opening and every use raise
    DataUnusable, DataTooNew.
    """
    if isinstance(where, Path):
        return _open_folder(where)
    from undercast.store.redis.archive import open_admin_store as open_redis  # noqa: PLC0415  # only then

    return open_redis(where)


def display_name(where: Path | str) -> str:
    """The folder or address, without credentials."""
    return str(where) if isinstance(where, Path) else redis_url.without_credentials(where)


@contextmanager
def _open_folder(folder: Path) -> Iterator[AdminStore]:
    file = folder / FILE
    try:
        with closing(connect(file if file.exists() else Path(":memory:"))) as db:
            yield SqliteAdminStore(db, folder)
    except sqlite3.Error as fault:
        raise DataUnusable(f"{folder}: {fault}") from fault


class SqliteAdminStore(SqliteRoomReader):
    """The `undercast.store.port.AdminStore` of a folder. Everything here raises sqlite3.Error."""

    def __init__(self, db: sqlite3.Connection, folder: Path) -> None:
        super().__init__(db)
        self._folder = folder

    def rooms(self) -> list[RoomRow]:
        """All rooms, the most recently played first."""
        query = (
            "select code, count(version), coalesce(max(at), 0), set_aside,"
            " (select count(distinct since) from put_aside where put_aside.code = rooms.code),"
            " expired + ? - (select passed from counters), permanent"
            " from rooms left join entries using (code) group by code order by 3 desc"
        )
        kept = GRACE_DAYS * DAY_MS
        return [RoomRow(*row) for row in self._db.execute(query, (kept,))]

    def delete(self, code: str) -> bool:
        """Delete this room for good; returns whether it existed. A running server notices."""
        with self._transaction() as db:
            query = "select 1 from rooms where code = ?"
            found = db.execute(query, (code,)).fetchone() is not None
            retention.delete(db, [code])
            statistics.delete_room(db, code)
            db.execute("update counters set deleted = deleted + 1")
        return found

    def revive(self, code: str) -> bool:
        """Revive this room if it has expired; returns whether it had."""
        with self._transaction() as db:
            return retention.revive(db, code)

    def set_permanent(self, code: str, *, permanent: bool) -> bool:
        """Keep this room for good, or no longer; returns whether it exists."""
        with self._transaction() as db:
            return retention.set_permanent(db, code, permanent=permanent)

    def household(self) -> HouseholdStatistics:
        """The statistics."""
        return statistics.household(self._db)

    def forget_name(self, name: str) -> int:
        """Delete the statistics of this name; returns how many games it was counted in."""
        with self._transaction() as db:
            return statistics.forget_name(db, name)

    def word_lists(self) -> list[KeptList]:
        """The word lists of the household."""
        return word_lists.read(self._db)

    def delete_word_list(self, kept: KeptList) -> bool:
        """Delete this word list; returns whether it was still there."""
        with self._transaction() as db:
            return word_lists.delete(db, kept)

    def secret(self) -> str:
        """The key that signs links. Raises OSError."""
        return data_file.load_secret(self._folder)

    def is_empty(self) -> bool:
        """Whether there is nothing."""
        query = (
            "select exists (select 1 from rooms) or exists (select 1 from counted)"
            " or exists (select 1 from word_lists)"
        )
        return not self._db.execute(query).fetchone()[0]

    @contextmanager
    def export_file(self) -> Iterator[Path]:
        """The folder's own file. Raises DataUnusable."""
        data_file.require_data(self._folder)
        yield self._folder / FILE

    def import_file(self, file: Path) -> int:
        """Replace everything with the data of such a file; returns the number of rooms.

        All or nothing. Raises DataUnusable, DataTooNew.
        """
        return restore(self._folder, file)

    def loss_window(self) -> None:
        """A folder loses nothing."""

    def adopt_secret(self, secret: str) -> None:
        """Use this signing key unless there is one already. Raises OSError."""
        if not (self._folder / data_file.SECRET_FILE).exists():
            data_file.write_secret(self._folder, secret)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._db:
            self._db.execute("begin immediate")
            yield self._db
