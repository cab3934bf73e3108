"""Importing a SQLite file into Redis, in place of everything that is there.

First everything is written under staged keys: stopping here changes nothing. Then the rooms are
swapped one by one, each atomically, while a flag says so: after a stop here no server starts until
the copy is repeated. Running servers notice at the end, and everybody enters again.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from undercast.room.entries import Deal
from undercast.store import codec
from undercast.store.data_file import DataUnusable
from undercast.store.port import run_inline
from undercast.store.redis import keys
from undercast.store.redis.connection import Argument, RedisConnection
from undercast.store.redis.exporter import all_codes, entry_time
from undercast.store.redis.hash_chain import START, encode_link, next_link
from undercast.store.redis.lock import Lock
from undercast.store.redis.retention import RedisRetention
from undercast.store.redis.statistics import IDS, RedisStatistics, StoredGame, encode
from undercast.store.redis.word_lists import encode as encode_list
from undercast.store.redis.word_lists import text_field
from undercast.store.sqlite import statistics, word_lists

COPY_MS = 10_000
"""After this time without renewal, the copying process counts as dead."""

BATCH = 200
"""Commands per pipeline."""

SWITCH = """
for n = 1, #KEYS, 2 do
  if redis.call('EXISTS', KEYS[n]) == 1 then redis.call('RENAME', KEYS[n], KEYS[n + 1])
  else redis.call('UNLINK', KEYS[n + 1]) end
end
"""
"""Replace keys by their staged ones. KEYS: pairs of staged key and key."""


def require_complete(redis: RedisConnection) -> None:
    """Raises DataUnusable if a copy into this store was not finished."""
    if redis.do("HEXISTS", keys.METADATA, "copying"):
        raise DataUnusable(
            f"the store {redis.address} has an unfinished copy;"
            " repeat `undercast copy` with the same addresses"
        )


def is_empty(redis: RedisConnection) -> bool:
    """Whether there is nothing, or only the rest of an unfinished copy."""
    if redis.do("HEXISTS", keys.METADATA, "copying"):
        return True
    hashes = (keys.STATISTICS, keys.WORD_LISTS)
    sets = [("ZCARD", of) for of in (keys.ROOMS, keys.EXPIRED)] + [("HLEN", of) for of in hashes]
    return not any(map(int, redis.pipelined(sets)))


def import_rooms(redis: RedisConnection, db: sqlite3.Connection) -> int:
    """Replace everything in Redis with the data of this file; returns the number of rooms.

    Raises DataUnusable, sqlite3.Error, and what the library raises.
    """
    copying = Lock(redis, keys.COPY_LOCK, COPY_MS)
    if not copying.acquire_or_wait():
        raise DataUnusable(f"another copy into the store {redis.address} is running; wait for it")
    try:
        return _Import(redis, db, copying).do()
    finally:
        copying.release()


class _Import:
    def __init__(self, redis: RedisConnection, db: sqlite3.Connection, copying: Lock) -> None:
        self._redis = redis
        self._db = db
        self._copying = copying
        self._switch = redis.script(SWITCH)
        self._retention = RedisRetention(redis, RedisStatistics(redis, run_inline))

    def do(self) -> int:
        """Clear what an earlier copy left, stage everything, and swap it in."""
        for found in self._redis.scan("SSCAN", keys.staged(keys.ROOMS)):
            for code in found:
                self._forget(code.decode())
        codes = [str(code) for (code,) in self._db.execute("select code from rooms order by code")]
        for code in codes:
            self._write_room(code)
        self._write_numbers()
        self._write_word_lists()
        self._redis.do("HSET", keys.METADATA, "copying", 1)
        for code in codes:
            self._put_in_place(code)
        new = set(codes)
        for old in list(all_codes(self._redis)):
            for code in set(old) - new:
                self._retention.remove(code)
        for key in (keys.STATISTICS, keys.UNCOUNTED, keys.WORD_LISTS):
            self._switch([keys.staged(key), key])
        self._redis.do("HINCRBY", keys.METADATA, "restored", 1)
        self._redis.do("HDEL", keys.METADATA, "copying")
        return len(codes)

    def _write_room(self, code: str) -> None:
        """Stage a room."""
        log = keys.staged(keys.log(code))
        self._send(
            [("SADD", keys.staged(keys.ROOMS), code), *_clearing(code, self._put_aside_times(code))]
        )
        query = "select version, at, cast(entry as blob) from entries where code = ? order by 1"
        linked, links, latest, dealt = START, {}, (0, 0), False
        lines: list[tuple[Argument, ...]] = []
        for version, at, entry in self._db.execute(query, (code,)):
            linked = next_link(entry, linked)
            links[version] = (linked, zlib.crc32(entry))
            lines.append(_line(log, version, at, entry, linked))
            latest, dealt = (version, at), dealt or codec.kind_marker(Deal) in entry
            if len(lines) == BATCH:
                self._send(lines)
                lines = []
        head: dict[str, Argument] = {
            "version": latest[0],
            "at": latest[1],
            "link": encode_link(linked),
        }
        self._send([*lines, *self._checkpoints(code, links), *self._games(code)])
        self._write_aside(code)
        if dealt:
            head["dealt"] = 1
        self._send([self._room(code, head)])

    def _checkpoints(
        self, code: str, links: dict[int, tuple[int, int]]
    ) -> Iterator[tuple[Argument, ...]]:
        query = "select version, of_entry, cast(room as blob) from checkpoints where code = ?"
        for version, of_entry, room in self._db.execute(query, (code,)):
            linked, checksum = links.get(version, (START, None))
            if checksum == of_entry:
                where = keys.staged(keys.checkpoints(code))
                yield ("HSET", where, version, encode_link(linked) + room)

    def _games(self, code: str) -> Iterator[tuple[Argument, ...]]:
        query = "select game, cast(record as blob) from games where code = ?"
        for game, record in self._db.execute(query, (code,)):
            yield ("HSET", keys.staged(keys.games(code)), game, record)

    def _write_aside(self, code: str) -> None:
        query = (
            "select version, at, cast(entry as blob) from put_aside"
            " where code = ? and since = ? order by 1"
        )
        for since in self._put_aside_times(code):
            linked, log = START, keys.staged(keys.superseded_log(code, since))
            for version, at, entry in self._db.execute(query, (code, since)).fetchall():
                linked = next_link(entry, linked)
                self._send([_line(log, version, at, entry, linked)])

    def _room(self, code: str, head: dict[str, Argument]) -> tuple[Argument, ...]:
        query = "select origin, set_aside, expired, permanent from rooms where code = ?"
        origin, why, expired, permanent = self._db.execute(query, (code,)).fetchone()
        passed = self._retention.passed_ms()
        more: dict[str, Argument | None] = {
            "origin": origin,
            "used": passed,
            "seen": head["version"],
            "set_aside": why,
            "put_aside": " ".join(map(str, self._put_aside_times(code))) or None,
            "expired": None if expired is None else passed,
            "permanent": 1 if permanent else None,
        }
        fields = {name: value for name, value in (head | more).items() if value is not None}
        return ("HSET", keys.staged(keys.room(code)), *(x for pair in fields.items() for x in pair))

    def _put_in_place(self, code: str) -> None:
        """Swap in a staged room, atomically."""
        was = self._redis.do("HGET", keys.room(code), "put_aside") or b""
        asides = {*map(int, was.split()), *self._put_aside_times(code)}
        of = _keys(code, asides)
        self._switch([name for key in of for name in (keys.staged(key), key)])
        origin, expired = self._redis.do("HMGET", keys.room(code), "origin", "expired")
        there, elsewhere = keys.ROOMS, keys.EXPIRED
        if expired is not None:
            there, elsewhere = elsewhere, there
        self._send(
            [
                ("SET", keys.origin(origin.decode()), code, "EX", keys.ORIGIN_SECONDS),
                ("ZADD", there, 0, code),
                ("ZREM", elsewhere, code),
                ("SREM", keys.staged(keys.ROOMS), code),
            ]
        )

    def _write_numbers(self) -> None:
        """Stage the statistics."""
        games, waiting = keys.staged(keys.STATISTICS), keys.staged(keys.UNCOUNTED)
        self._send([("DEL", games), ("DEL", waiting)])
        lines = [("HSET", games, name, encode(row)) for name, row in _rows(self._db)]
        for first in range(0, len(lines), BATCH):
            self._send(lines[first : first + BATCH])
        most = self._db.execute("select coalesce(max(id), 0) from counted").fetchone()[0]
        changes = self._redis.do("HINCRBY", keys.STATISTICS, "changes", 1)
        self._send([("HSET", games, IDS, most, "changes", changes + 1)])
        for code, game in statistics.uncounted(self._db):
            self._send([("SADD", waiting, f"{code}.{game}")])

    def _write_word_lists(self) -> None:
        """Stage the household's word lists."""
        lists = keys.staged(keys.WORD_LISTS)
        self._send([("DEL", lists)])
        for kept in word_lists.read(self._db):
            words = word_lists.text(self._db, kept.id) or ""
            self._send([("HSET", lists, kept.id, encode_list(kept), text_field(kept.id), words)])

    def _put_aside_times(self, code: str) -> list[int]:
        query = "select distinct since from put_aside where code = ? order by 1"
        return [int(since) for (since,) in self._db.execute(query, (code,))]

    def _forget(self, code: str) -> None:
        """Delete a room that an earlier copy staged and did not swap in."""
        aside = self._redis.do("HGET", keys.staged(keys.room(code)), "put_aside") or b""
        self._send(_clearing(code, map(int, aside.split())))
        self._redis.do("SREM", keys.staged(keys.ROOMS), code)

    def _send(self, commands: Iterable[tuple[Argument, ...]]) -> None:
        """Run these commands, if nobody else has started to copy."""
        if not self._copying.renew():
            raise DataUnusable("it took too long, and another copy has started there")
        self._redis.pipelined(list(commands))


def _keys(code: str, asides: Iterable[int]) -> list[str]:
    logs = [keys.superseded_log(code, since) for since in sorted(asides)]
    return [*logs, keys.log(code), keys.checkpoints(code), keys.games(code), keys.room(code)]


def _clearing(code: str, asides: Iterable[int]) -> list[tuple[Argument, ...]]:
    return [("UNLINK", keys.staged(key)) for key in _keys(code, asides)]


def _line(log: str, version: int, at: int, entry: bytes, linked: int) -> tuple[Argument, ...]:
    """The command that adds an entry, with its time if that is unreadable in the entry."""
    time = () if entry_time(entry) == at else ("a", at)
    return ("XADD", log, f"{version}-0", "e", entry, "l", encode_link(linked), *time)


def _rows(db: sqlite3.Connection) -> Iterator[tuple[str, StoredGame]]:
    """The counted games of the statistics."""
    query = "select * from counted where mode is not null"
    for number, code, game, at, ending, *of_game in db.execute(query).fetchall():
        found: list[tuple[Any, ...]] = db.execute(
            "select * from counted_people where counted = ?", (number,)
        ).fetchall()
        people = tuple(tuple(person[1:]) for person in found)
        name = f".{number}" if code is None else f"{code}.{game}"
        yield name, StoredGame(number, at, ending, tuple(of_game), people)
