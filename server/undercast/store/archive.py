"""A house from the terminal, while servers use it or not."""

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from undercast.service import Household
from undercast.store import data_file, redis_url
from undercast.store.data_file import FILE, DataUnusable, connect
from undercast.store.port import AdminStore, RoomRow
from undercast.store.sqlite import retention, statistics
from undercast.store.sqlite.backup import restore
from undercast.store.sqlite.room_reader import SqliteRoomReader


def open_admin_store(where: Path | str) -> AbstractContextManager[AdminStore]:
    """The house of this folder, or of Redis at this address.

    Where a folder has no data it is an empty one, and nothing is made there. Opening it, and
    whatever is done with it, raises DataUnusable, DataTooNew.
    """
    if isinstance(where, Path):
        return _open_folder(where)
    from undercast.store.redis.archive import open_admin_store as open_redis  # noqa: PLC0415  # only then

    return open_redis(where)


def display_name(where: Path | str) -> str:
    """Where that is, as it may be said."""
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
    """The `undercast.store.port.Archive` of a folder. Everything here raises sqlite3.Error."""

    def __init__(self, db: sqlite3.Connection, folder: Path) -> None:
        super().__init__(db)
        self._folder = folder

    def rooms(self) -> list[RoomRow]:
        """All rooms, the most recently played first."""
        query = (
            "select code, count(version), coalesce(max(at), 0), set_aside,"
            " (select count(distinct since) from put_aside where put_aside.code = rooms.code),"
            " expired + ? - (select passed from counters)"
            " from rooms left join entries using (code) group by code order by 3 desc"
        )
        kept = retention.GRACE_DAYS * retention.DAY_MS
        return [RoomRow(*row) for row in self._db.execute(query, (kept,))]

    def delete(self, code: str) -> bool:
        """Delete this room for good; whether there was such a one. A running server notices."""
        with self._transaction() as db:
            query = "select 1 from rooms where code = ?"
            found = db.execute(query, (code,)).fetchone() is not None
            retention.delete(db, [code])
            statistics.delete_room(db, code)
            db.execute("update counters set deleted = deleted + 1")
        return found

    def revive(self, code: str) -> bool:
        """Undo that this room expired; whether it had."""
        with self._transaction() as db:
            return retention.revive(db, code)

    def household(self) -> Household:
        """The statistics of this household."""
        return statistics.household(self._db)

    def forget_name(self, name: str) -> int:
        """Delete the numbers of whoever was counted by this name; of how many games."""
        with self._transaction() as db:
            return statistics.forget_name(db, name)

    def secret(self) -> str:
        """What links are signed with. Raises OSError."""
        return data_file.load_secret(self._folder)

    def is_empty(self) -> bool:
        """Whether nothing is kept."""
        query = "select exists (select 1 from rooms) or exists (select 1 from counted)"
        return not self._db.execute(query).fetchone()[0]

    @contextmanager
    def export_file(self) -> Iterator[Path]:
        """All of it in a file: its own. Raises DataUnusable."""
        data_file.require_data(self._folder)
        yield self._folder / FILE

    def import_file(self, file: Path) -> int:
        """Put what such a file keeps in the place of everything; how many rooms there are then.

        All or nothing. Raises DataUnusable, DataTooNew.
        """
        return restore(self._folder, file)

    def loss_window(self) -> None:
        """Nothing is lost of what a folder keeps."""

    def adopt_secret(self, secret: str) -> None:
        """Sign with this, if nothing was signed with anything else before. Raises OSError."""
        if not (self._folder / data_file.SECRET_FILE).exists():
            data_file.write_secret(self._folder, secret)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._db:
            self._db.execute("begin immediate")
            yield self._db
