"""The room log in one SQLite file, in WAL mode.

When `append` returns, the operating system has the commit, so it survives the end of the process.
Power loss costs at most the last second: `sync` syncs the WAL every second. With `full`, every
commit waits for the disk, and those that arrive meanwhile share the next one: see `group_commit`.

Whatever waits for the disk or another process runs in a real thread (`offload`). Everything else
waits for a lock that lets other greenlets run, so nothing stalls the event loop. That is also why
SQLite must not checkpoint by itself: see `wal`.
"""

import logging
import sqlite3
import threading
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

from undercast.room.entries import Entry
from undercast.service import (
    HouseholdStatistics,
    KeptList,
    LogReplaced,
    NotSaved,
    Outdated,
    RoomGone,
    StoredRoom,
)
from undercast.store import codec
from undercast.store.data_file import (
    BUSY_SECONDS,
    FILE,
    DataUnusable,
    as_not_saved,
    connect,
    delete_count,
    is_disk_full,
    load_secret,
    make_private,
    open_read_only,
    restore_count,
)
from undercast.store.port import GameId, Offload, run_inline
from undercast.store.sqlite import retention, statistics, wal, word_lists
from undercast.store.sqlite.group_commit import GroupCommit
from undercast.store.sqlite.room_reader import SqliteRoomReader
from undercast.store.sqlite.room_writer import SqliteRoomWriter, encode
from undercast.store.sqlite.wal import Wal

log = logging.getLogger(__name__)

T = TypeVar("T")


class SqliteStore(SqliteRoomReader):
    """The `undercast.store.port.StorePort` in a file of `folder`."""

    loss_window: str | None = None

    def __init__(self, folder: Path, *, full: bool = False, offload: Offload = run_inline) -> None:
        """Open or make the file. Raises DataTooNew, DataUnusable."""
        self.path = folder / FILE
        self._uri = f"{self.path.absolute().as_uri()}?mode=ro"
        self._offload = offload
        self._full = full
        self._sync_mode = "full" if full else "normal"
        self._lock = threading.Lock()
        self._wal = Wal(self.path, offload, self._lock)
        self._group_commit = GroupCommit(self._lock, self._in_a_thread)
        self._unsynced = False
        self._restored = self._deleted = 0
        self._disk_full = self._failed = False
        self._ended: set[GameId] = set()
        try:
            self._set_connection(self._open())
            make_private(folder, *folder.glob(f"{self.path.name}*"))  # with its WAL
            with suppress(sqlite3.Error) if self._disk_full else nullcontext():
                self._read_counters()
                self._with_busy_timeout(wal.write_back)
        except sqlite3.Error as fault:
            if not is_disk_full(fault):
                raise DataUnusable(f"{self.path}: {fault}") from fault
            self._log_full(fault)

    def create(self, code: str, origin: str, entry: Entry) -> str:
        """Begin a log, or return the code that the same origin opened before."""
        data = codec.encode(entry)
        return self._transact(lambda: self._writer.create(code, origin, entry.at, data))

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        """Save the entry that leads to `version`, with the checkpoint and records in `kept`."""
        data, beside = codec.encode(entry), encode(kept)

        def append() -> bool:
            added = self._writer.append(code, version, entry.at, data, self._restored)
            if added and beside is not None:
                self._writer.keep(code, beside)
            return added

        # Nearly always this is one statement, a transaction by itself.
        if not (self._execute(append) if beside is None else self._transact(append)):
            raise self._fault(code, version)
        if beside is not None:
            self._ended.update(beside.games(code))

    def take_ended_games(self) -> list[GameId]:
        """The games whose record this process wrote since the last call."""
        ended, self._ended = self._ended, set()
        return sorted(ended)

    def uncounted_games(self) -> list[GameId]:
        """The games whose record is newer than their statistics."""
        return self.read_snapshot(statistics.uncounted)

    def count_game(self, code: str, game: int, *, counts: bool) -> None:
        """Count this game, unless its record is gone: it went on after all."""

        def count(db: sqlite3.Connection) -> None:
            ended = SqliteRoomReader(db).game(code, game)
            if ended is not None:
                statistics.count(db, code, ended, counts=counts)

        self.write(count)

    def household(self, names: AbstractSet[str] | None = None) -> HouseholdStatistics:
        """The statistics: all games, and the people of these names (by default all)."""
        return self.read_snapshot(lambda db: statistics.household(db, names))

    def word_lists(self) -> list[KeptList]:
        """The word lists of the household."""
        with self._lock, as_not_saved():
            return word_lists.read(self._db)

    def word_list_text(self, list_id: str) -> str | None:
        """The words of this list; None if there is no such list."""
        with self._lock, as_not_saved():
            return word_lists.text(self._db, list_id)

    def keep_word_list(self, kept: KeptList, text: str, most: int) -> bool:
        """Keep a word list, unless there are `most`. Raises KeyError if its id is taken."""
        return self.write(lambda db: word_lists.keep(db, kept, text, most))

    def delete_word_list(self, kept: KeptList) -> bool:
        """Delete this word list; returns whether it was still there."""
        return self.write(lambda db: word_lists.delete(db, kept))

    def read_snapshot(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read a lot, in a thread and from one snapshot, while moves are saved.

        Raises NotSaved.
        """
        results: list[T] = []

        def read() -> None:
            with closing(sqlite3.connect(self._uri, uri=True, isolation_level=None)) as db:
                db.execute("begin")
                results.append(work(db))

        with as_not_saved():
            self._offload(read)
        return results[0]

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction. Raises NotSaved."""
        return self._transact(lambda: work(self._db))

    def keep(self, code: str, kept: StoredRoom) -> None:
        """Store the checkpoint and records that a replay produced."""
        beside = encode(kept)

        def keep() -> bool:
            is_there = retention.exists(self._db, code)
            if is_there:
                self._writer.keep(code, beside)
            return is_there

        if self._transact(keep):
            self._ended.update(beside.games(code))

    def set_aside(self, code: str, why: str | None) -> None:
        """Note why the log cannot be read; `undercast rooms` lists it with the reason."""
        query = "update rooms set set_aside = ? where code = ?"
        self._transact(lambda: self._db.execute(query, (why, code)))

    def go_on(self, code: str, version: int, entry: Entry, kept: StoredRoom) -> None:
        """Continue with `entry` as `version`; the whole old log is moved aside.

        Not if it is readable again: a backup was restored, or another process continued.
        """
        data, beside = codec.encode(entry), encode(kept)

        def go_on() -> bool:
            unread = self._writer.reader.is_set_aside(code)
            may = unread and restore_count(self._db) == self._restored
            if may:
                self._writer.go_on(code, version, entry.at, data)
                self._writer.keep(code, beside)
            return may

        if not self._transact(go_on):
            raise self._fault(code, version)
        self._ended.update(beside.games(code))

    def expire(self, now: int, days: int) -> list[str]:
        """Expire rooms that nobody used for `days` days; returns their codes. See `retention`.

        `now` is the clock's time (Unix ms). Raises NotSaved.
        """
        steps, expired = retention.expire_steps(self._db, now, days), list[str]()
        while (codes := self._transact(lambda: next(steps, None), at_once=False)) is not None:
            expired += codes
        return expired

    def count(self) -> int:
        """How many rooms there are."""
        return int(self._fetch("select count(*) from rooms where expired is null")[0][0])

    def expire_unused(self, before: int, besides: AbstractSet[str]) -> list[str]:
        """Delete old rooms without a game, except these; returns their codes."""
        return self.write(lambda db: retention.delete_unused(db, before, besides))

    def was_restored(self) -> bool:
        """Whether a backup was restored since the last call. Raises NotSaved."""
        with self._lock, as_not_saved():
            now = restore_count(self._db)
        before, self._restored = self._restored, now
        return now != before

    def were_deleted(self) -> bool:
        """Whether an admin deleted a room since the last call. Raises NotSaved."""
        with self._lock, as_not_saved():
            now = delete_count(self._db)
        before, self._deleted = self._deleted, now
        return now != before

    def secret(self) -> str:
        """The key that signs links. Raises OSError."""
        return load_secret(self.path.parent)

    def sync(self) -> None:
        """Sync what was committed; write a large WAL back. Raises NotSaved."""
        if self._disk_full:
            with self._lock:
                self._offload(self._reopen)
        if self._disk_full or (self._failed and not self._can_write()):
            raise NotSaved("the disk still fails")
        unsynced, self._unsynced = self._unsynced, False
        try:
            with as_not_saved():
                self._wal.sync(self._db, unsynced=unsynced)
        except NotSaved:
            self._unsynced = True
            raise

    def close(self) -> None:
        """Close the file; everything committed is on the disk then."""
        with self._lock:
            self._db.close()

    def _fetch(self, query: str, *given: object) -> list[Any]:
        with self._lock, as_not_saved():
            return super()._fetch(query, *given)

    def _set_connection(self, db: sqlite3.Connection) -> None:
        self._db, self._writer = db, SqliteRoomWriter(db)

    def _read_counters(self) -> None:
        self._restored, self._deleted = restore_count(self._db), delete_count(self._db)

    def _open(self) -> sqlite3.Connection:
        """Open the file; if the disk is too full even for that, open it for reading."""
        try:
            return connect(self.path, sync=self._sync_mode)
        except sqlite3.Error as fault:
            if not is_disk_full(fault):
                raise
            self._log_full(fault)
            self._disk_full = True
            return open_read_only(self.path)

    def _log_full(self, fault: sqlite3.Error) -> None:
        full = "The disk of %s is full (%s). Moves are refused until there is room"
        log.error(full, self.path, fault)

    def _reopen(self) -> None:
        try:
            db = connect(self.path, sync=self._sync_mode)
        except sqlite3.Error:
            return
        self._db.close()
        self._disk_full = False
        self._set_connection(db)
        self._read_counters()
        log.warning("There is room on the disk of %s again", self.path)

    def _can_write(self) -> bool:
        """Whether writing works again. Logs nothing: the failure was logged."""
        try:
            with self._lock:
                self._in_a_thread(wal.smallest_write)
        except (sqlite3.Error, OSError):
            return False
        self._failed, self._unsynced = False, True
        return True

    def _fault(self, code: str, version: int) -> Exception:
        """Why no entry could lead to `version`. Raises NotSaved."""
        with self._lock, as_not_saved():
            if restore_count(self._db) != self._restored:
                return LogReplaced(code)
        latest = self.latest(code)
        if latest is None:
            return RoomGone(code)
        return Outdated(code) if latest.version >= version - 1 else LogReplaced(code)

    def _transact(self, work: Callable[[], T], *, at_once: bool = True) -> T:
        """Do `work` in one transaction. `at_once` as in `_execute`."""

        def transaction() -> T:
            with self._db:
                self._db.execute("begin immediate")
                return work()

        return self._execute(work if self._full else transaction, at_once=at_once)

    def _execute(self, transaction: Callable[[], T], *, at_once: bool = True) -> T:
        """Do a transaction: with `full` in a group commit, otherwise here, or in a thread if
        another process holds the lock or it takes long (not `at_once`).
        """
        results: list[T] = []

        def write() -> None:
            results.append(transaction())

        try:
            if self._full:
                with as_not_saved():
                    self._group_commit.run(write)
            else:
                with self._lock, as_not_saved():
                    if not at_once or not _try_at_once(write):
                        self._in_a_thread(lambda _db: write())
        except NotSaved:
            self._failed = True
            raise
        self._failed, self._unsynced = False, True
        return results[0]

    def _in_a_thread(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do `work`, with the lock held."""
        self._offload(lambda: self._with_busy_timeout(work))

    def _with_busy_timeout(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Do `work`, waiting while another process writes."""
        self._db.execute(f"pragma busy_timeout = {int(BUSY_SECONDS * 1000)}")
        try:
            work(self._db)
        finally:
            self._db.execute("pragma busy_timeout = 0")


def _try_at_once(transaction: Callable[[], None]) -> bool:
    """Do the transaction, unless it would have to wait for another process."""
    try:
        transaction()
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        return False
    return True
