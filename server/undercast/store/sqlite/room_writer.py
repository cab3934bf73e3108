"""Writing one room to the file: its log, checkpoints and records of games."""

import sqlite3
import zlib
from typing import NamedTuple, overload

from undercast.service import StoredRoom
from undercast.store import checkpoints
from undercast.store.port import MAX_CHECKPOINTS, GameId
from undercast.store.sqlite import statistics
from undercast.store.sqlite.room_reader import SqliteRoomReader


class EncodedRoom(NamedTuple):
    """A checkpoint and the records of ended games, as bytes."""

    room: tuple[int, bytes]
    """Version and checkpoint."""
    game: int
    """The number of the room's present game."""
    ended: tuple[tuple[int, int, bytes], ...]
    """Number, time and record of each ended game."""

    def games(self, code: str) -> list[GameId]:
        """The ended games."""
        return [(code, game) for game, _, _ in self.ended]


@overload
def encode(kept: StoredRoom) -> EncodedRoom: ...
@overload
def encode(kept: StoredRoom | None) -> EncodedRoom | None: ...
def encode(kept: StoredRoom | None) -> EncodedRoom | None:
    """As bytes."""
    if kept is None:
        return None
    room = kept.room
    return EncodedRoom(
        (room.version, checkpoints.rooms.encode(room)),
        room.lobby.games,
        tuple((game.number, game.at, checkpoints.ended_games.encode(game)) for game in kept.ended),
    )


class SqliteRoomWriter:
    """Writes to an open file, in the caller's transaction; `append` needs none.

    Everything here raises sqlite3.Error.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.reader = SqliteRoomReader(db)

    def create(self, code: str, origin: str, at: int, data: bytes) -> str:
        """Begin a log, or return the code that the origin opened before.

        Raises KeyError if the code is taken.
        """
        known = self.reader.opened(origin)
        if known is not None:
            return known
        try:
            self._db.execute("insert into rooms (code, origin) values (?, ?)", (code, origin))
        except sqlite3.IntegrityError:
            raise KeyError(code) from None
        self._db.execute("insert into entries values (?, 1, ?, ?)", (code, at, data))
        return code

    def append(self, code: str, version: int, at: int, data: bytes, restored: int) -> bool:
        """Add the entry if it follows the latest one of the log we know, of which `restored`
        backups were restored; returns whether it was added.
        """
        query = (
            "insert into entries select ?, ?, ?, ? where"
            " exists (select 1 from entries where code = ?1 and version = ?2 - 1)"
            " and not exists (select 1 from entries where code = ?1 and version = ?2)"
            " and exists (select 1 from rooms where code = ?1 and expired is null)"
            " and (select restored from counters) = ?5"
        )
        return self._db.execute(query, (code, version, at, data, restored)).rowcount == 1

    def go_on(self, code: str, version: int, at: int, data: bytes) -> None:
        """Move the whole log aside and continue with this entry as `version`."""
        here, since = (code,), (code, version)
        self._db.execute(
            "insert into put_aside select code, ?2, version, at, entry from entries"
            " where code = ?1",
            since,
        )
        self._db.execute("delete from entries where code = ? and version >= ?", since)
        self._db.execute("delete from checkpoints where code = ? and version >= ?", since)
        self._db.execute("update rooms set set_aside = null, seen = 0 where code = ?", here)
        self._db.execute("insert into entries values (?, ?, ?, ?)", (code, version, at, data))

    def keep(self, code: str, beside: EncodedRoom) -> None:
        """Store the checkpoint and the ended games; only the latest checkpoints stay."""
        db, (version, room) = self._db, beside.room
        last = "select cast(entry as blob) from entries where code = ? and version = ?"
        for (entry,) in db.execute(last, (code, version)).fetchall():
            checkpoint = (code, version, zlib.crc32(entry), room)
            db.execute("insert or replace into checkpoints values (?, ?, ?, ?)", checkpoint)
        db.execute(
            "delete from checkpoints where code = ?1 and version not in"
            " (select version from checkpoints where code = ?1 order by version desc limit ?2)",
            (code, MAX_CHECKPOINTS),
        )
        # If the game goes on after all, its record is void; otherwise it is written below.
        db.execute("delete from games where code = ? and game = ?", (code, beside.game))
        if not any(game == beside.game for game, _, _ in beside.ended):
            statistics.uncount(db, code, beside.game)
        for game, at, record in beside.ended:
            db.execute("insert or replace into games values (?, ?, ?, ?)", (code, game, at, record))
