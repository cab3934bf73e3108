"""Exporting everything from Redis to a SQLite file; servers may be using it."""

import re
import sqlite3
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from undercast.store import checkpoints as records
from undercast.store.data_file import DataUnusable
from undercast.store.port import run_inline
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.redis.word_lists import RedisWordLists
from undercast.store.sqlite import schema, statistics

PAGE_SIZE = 500
"""Entries per read."""

ATTEMPTS = 5
"""How often to read a room whose log is moved aside meanwhile."""

READ_ROOM = """
return {
  redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]), redis.call('HGETALL', KEYS[3])
}
"""
"""Everything of a room but its log, in one snapshot."""

_AT = re.compile(rb'"at":(\d{1,18}),')


class ExportedEntry(NamedTuple):
    """An entry and its link."""

    version: int
    at: int
    entry: bytes
    link: bytes


class _Changed(Exception):
    """The log was moved aside while it was read."""


def export_rooms(redis: RedisConnection, db: sqlite3.Connection) -> None:
    """Write everything to this empty file; each room is a snapshot.

    Raises DataUnusable, sqlite3.Error, and what the client raises.
    """
    numbers = RedisStatistics(redis, run_inline)
    with db:
        db.execute("begin")
        for codes in all_codes(redis):
            for code in codes:
                _export_room(redis, db, code)
        _export_statistics(numbers, db)
        for kept, words in RedisWordLists(redis).rows():
            row = (kept.id, kept.name, kept.codenames, kept.at, kept.owner, words)
            db.execute("insert into word_lists values (?, ?, ?, ?, ?, ?)", row)


def all_codes(redis: RedisConnection) -> Iterator[list[str]]:
    """The codes of all rooms, in batches. A code may come twice, or have no room."""
    for of in (keys.ROOMS, keys.EXPIRED):
        for found in redis.scan("ZSCAN", of):
            yield [code.decode() for code, _ in found]


def _export_room(redis: RedisConnection, db: sqlite3.Connection, code: str) -> None:
    for _ in range(ATTEMPTS):
        for table in schema.ROOM_TABLES:
            db.execute(f"delete from {table} where code = ?", (code,))  # noqa: S608
        try:
            _try_export(redis, db, code)
        except _Changed:
            continue
        return
    raise DataUnusable(f"room {code} changes too fast to be copied")


def _try_export(redis: RedisConnection, db: sqlite3.Connection, code: str) -> None:
    """Raises _Changed."""
    of = [keys.room(code), keys.checkpoints(code), keys.games(code)]
    room, checkpoints, games = map(_pairs, redis.script(READ_ROOM)(of))
    if b"origin" not in room or b"gone" in room:
        return
    why, expired = room.get(b"set_aside"), room.get(b"expired")
    row = (code, room[b"origin"].decode(), None if why is None else why.decode())
    times = (int(room.get(b"used", 0)), int(room.get(b"seen", 0)))
    gone = None if expired is None else int(expired)
    permanent = b"permanent" in room
    db.execute("insert into rooms values (?, ?, ?, ?, ?, ?, ?)", (*row, *times, gone, permanent))
    version, link, latest = int(room[b"version"]), room[b"link"], b""
    for line in _lines(redis, keys.log(code), version):
        new = (code, line.version, line.at, line.entry)
        db.execute("insert into entries values (?, ?, ?, ?)", new)
        kept = checkpoints.get(b"%d" % line.version, b"")
        if kept[:8] == line.link:
            checkpoint = (code, line.version, zlib.crc32(line.entry), kept[8:])
            db.execute("insert into checkpoints values (?, ?, ?, ?)", checkpoint)
        latest = line.link if line.version == version else latest
    if latest not in (link, b""):  # empty: it was lost
        raise _Changed
    for number, record in games.items():
        new_game = (code, int(number), _ended_at(record), record)
        db.execute("insert into games values (?, ?, ?, ?)", new_game)
    for since in map(int, room.get(b"put_aside", b"").split()):
        for line in _lines(redis, keys.superseded_log(code, since)):
            aside = (code, since, line.version, line.at, line.entry)
            db.execute("insert or replace into put_aside values (?, ?, ?, ?, ?)", aside)


def _lines(redis: RedisConnection, log: str, version: int | None = None) -> Iterator[ExportedEntry]:
    """The entries of a log, up to this version."""
    start, end = "-", "+" if version is None else f"{version}-0"
    while found := redis.do("XRANGE", log, start, end, "COUNT", PAGE_SIZE):
        for name, given in found:
            entry = given.get(b"e", b"")
            at = int(given.get(b"a", entry_time(entry)))
            yield ExportedEntry(int(name.partition(b"-")[0]), at, entry, given.get(b"l", b""))
        start = f"({found[-1][0].decode()}"


def entry_time(entry: bytes) -> int:
    """When an entry was made; 0 if that is unreadable."""
    found = _AT.search(entry)
    return 0 if found is None else int(found[1])


def _ended_at(record: bytes) -> int:
    try:
        return records.ended_games.decode(record).at
    except records.UnusableCheckpoint:
        return 0


def _export_statistics(numbers: RedisStatistics, db: sqlite3.Connection) -> None:
    """The statistics, and for each record whether it is still to be counted."""
    waiting = set(numbers.uncounted())
    for name, row in numbers.rows():
        code, _, number = name.partition(".")
        known = _known(db, code, int(number))
        at = row.at if known is None else -1 if (code, int(number)) in waiting else known
        of = (code, int(number)) if code else (None, 0)
        statistics.insert(db, (row.id, *of, at, row.ending, *row.game), row.people)
    query = "select code, game, games.at, record from games left join counted using (code, game)"
    for code, game, at, record in db.execute(f"{query} where counted.id is null").fetchall():
        if (code, game) not in waiting:
            db.execute(
                "insert into counted (code, game, at, ending) values (?, ?, ?, ?)",
                (code, game, at, _ending(record)),
            )


def _known(db: sqlite3.Connection, code: str, game: int) -> int | None:
    found = db.execute("select at from games where code = ? and game = ?", (code, game)).fetchone()
    return None if found is None else int(found[0])


def _ending(record: bytes) -> int:
    try:
        return records.ending_checksum(records.ended_games.decode(record))
    except records.UnusableCheckpoint:
        return 0


def _pairs(flat: list[Any]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
