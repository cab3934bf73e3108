"""Reading one room from the file: its log, checkpoints and records of games."""

import logging
import sqlite3
import zlib
from typing import Any

from undercast.room.ended_games import EndedGame
from undercast.room.entries import Entry
from undercast.room.state import Room
from undercast.service import LatestCheckpoint, NewerVersion, Unreadable
from undercast.store import checkpoints, codec

log = logging.getLogger(__name__)


class SqliteRoomReader:
    """Reads from an open file. Everything here raises sqlite3.Error."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def _fetch(self, query: str, *given: object) -> list[Any]:
        return self._db.execute(query, given).fetchall()

    def opened(self, origin: str) -> str | None:
        """The code of the room that this origin opened."""
        rows = self._fetch("select code from rooms where origin = ?", origin)
        return str(rows[0][0]) if rows else None

    def is_set_aside(self, code: str) -> bool:
        """Whether this room's log is marked as unreadable."""
        query = "select 1 from rooms where code = ? and expired is null and set_aside is not null"
        return bool(self._fetch(query, code))

    def latest(self, code: str) -> LatestCheckpoint | None:
        """The end of a room's log; None if there is none."""
        query = (
            "select version, at, set_aside from rooms join entries using (code)"
            " where code = ? and expired is null order by version desc limit 1"
        )
        rows = self._fetch(query, code)
        return LatestCheckpoint(*rows[0]) if rows else None

    def checkpoint(self, code: str, before: int) -> Room | None:
        """The latest usable checkpoint before this version."""
        query = (
            "select version, of_entry, cast(entry as blob), room"
            " from checkpoints join entries using (code, version)"
            " where code = ? and version < ? order by version desc"
        )
        for version, checksum, entry, data in self._fetch(query, code, before):
            if checksum != zlib.crc32(entry):
                log.info("Room %s: the checkpoint at %d is of another log", code, version)
                continue
            try:
                room = checkpoints.rooms.decode(data)
            except checkpoints.UnusableCheckpoint as fault:
                log.info("Room %s: the checkpoint at %d is not used (%s)", code, version, fault)
                continue
            if (room.lobby.code, room.version) == (code, version):
                return room
        return None

    def entries(self, code: str, after: int, most: int) -> list[Entry]:
        """Up to `most` entries that follow version `after`; none at the log's end.

        Raises Unreadable or NewerVersion when it is the very next one.
        """
        query = (
            "select version, entry from entries where code = ? and version > ?"
            " order by version limit ?"
        )
        found: list[Entry] = []
        for version, data in self._fetch(query, code, after, most):
            try:
                found.append(_entry(version, after + len(found) + 1, data))
            except (Unreadable, NewerVersion):
                if found:
                    break  # for the next call to say
                raise
        return found

    def games(self, code: str) -> list[EndedGame]:
        """The records of a room's ended games, in order, as far as they can be read."""
        query = "select game, record from games where code = ? order by game"
        found = [_record(code, game, data) for game, data in self._fetch(query, code)]
        return [game for game in found if game is not None]

    def latest_games(self, code: str, most: int) -> list[int]:
        """The numbers of a room's latest games that have a record, in order."""
        query = "select game from games where code = ? order by game desc limit ?"
        return sorted(game for (game,) in self._fetch(query, code, most))

    def game(self, code: str, number: int) -> EndedGame | None:
        """The record of this ended game; None if there is no readable one."""
        query = "select record from games where code = ? and game = ?"
        rows = self._fetch(query, code, number)
        return _record(code, number, rows[0][0]) if rows else None


def _record(code: str, game: int, data: bytes) -> EndedGame | None:
    try:
        return checkpoints.ended_games.decode(data)
    except checkpoints.UnusableCheckpoint as fault:
        log.info("Room %s: the record of game %d is not used (%s)", code, game, fault)
        return None


def _entry(version: int, expected: int, data: bytes) -> Entry:
    if version != expected:
        raise Unreadable("it is missing")
    try:
        return codec.decode(data)
    except codec.NewerFormat as newer:
        raise NewerVersion(str(newer)) from None
    except ValueError as fault:
        raise Unreadable(str(fault)) from None
