"""The household's statistics in Redis: rows as `undercast.book.counted_games` makes them.

A game has one row, by room and number, so counting twice changes nothing. A game is marked as
uncounted before its record changes, until its row matches the record: after a crash the mark is
still there, and the next start counts the game.

Rows are summed by SQL in memory, as a file's are: see `undercast.store.sqlite.statistics`.
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec

from undercast.book.counted_games import game_row, name_key, person_rows
from undercast.room.ended_games import EndedGame
from undercast.service import HouseholdStatistics
from undercast.store import checkpoints, port
from undercast.store.port import GameId, Offload
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.sqlite import schema, statistics

IDS, CHANGES = b"ids", b"changes"

REPLACE_IF = """
local was = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if was ~= ARGV[2] then return 0 end
if ARGV[4] == '' then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[3], ARGV[4]) end
if ARGV[3] ~= ARGV[1] then redis.call('HDEL', KEYS[1], ARGV[1]) end
redis.call('HINCRBY', KEYS[1], 'changes', 1)
return 1
"""
"""Replace a row if it is unchanged. ARGV: its name and value, then the new name and value."""


class StoredGame(msgspec.Struct, frozen=True, array_like=True):
    """A game of the statistics; its columns as `undercast.store.sqlite.schema` has them."""

    id: int
    at: int
    ending: int
    game: tuple[Any, ...]
    people: tuple[tuple[Any, ...], ...]


encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(StoredGame).decode


class RedisStatistics:
    """The statistics. Everything here raises what the client raises."""

    def __init__(self, redis: RedisConnection, offload: Offload) -> None:
        self._redis = redis
        self._offload = offload
        self._exchange = redis.script(REPLACE_IF)
        self._summing = threading.Lock()
        self._changes: bytes | None = None
        """The `changes` counter of the rows in memory."""
        self._rows = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        schema.upgrade(self._rows, "memory")

    def uncounted(self) -> list[GameId]:
        """The games whose record may have changed since they were counted."""
        found = self._redis.scan("SSCAN", keys.UNCOUNTED)
        return sorted({_game_id(name) for names in found for name in names})

    def mark_uncounted(self, games: Iterable[GameId]) -> None:
        """Mark games as uncounted: their records are about to change."""
        self._redis.do("SADD", keys.UNCOUNTED, *map(_name, games))

    def uncount(self, which: GameId) -> None:
        """The game goes on after all: delete its row."""
        self._remove(_name(which))
        self._redis.do("SREM", keys.UNCOUNTED, _name(which))

    def count(self, which: GameId, *, counts: bool) -> None:
        """Count this game if it has a record. With `counts` false it is not counted.

        An unreadable record is written again when its room is loaded.
        """
        data: bytes | None = self._record(which)
        known: bytes | None = b"another"
        while data != known:  # else another process changed it meanwhile
            try:
                self._fit(_name(which), data, counts=counts)
            except checkpoints.UnusableCheckpoint:
                return
            data, known = self._record(which), data
        self._redis.do("SREM", keys.UNCOUNTED, _name(which))

    def detach_rooms(self, codes: AbstractSet[str]) -> None:
        """These rooms are gone: their games stay, without the rooms' codes."""
        if not codes:
            return
        for name, data in self._found():
            if name.decode().partition(".")[0] in codes:
                row = _decode(data)
                kept = row.id > self._ids() - port.MAX_DETACHED_GAMES
                self._exchange([keys.STATISTICS], name, data, f".{row.id}", data if kept else b"")

    def delete_room(self, code: str) -> None:
        """Delete the statistics of this room's games."""
        for name, _ in self._found("MATCH", f"{code}.*"):
            self._remove(name.decode())

    def forget_name(self, name: str) -> int:
        """Delete the statistics of this name; returns how many games it was counted in."""
        known, games = name_key(name), 0
        for where, data in self._found():
            while data:
                row = _decode(data)
                left = tuple(person for person in row.people if known not in person[:2])
                if left == row.people:
                    break
                new = encode(msgspec.structs.replace(row, people=left))
                if self._exchange([keys.STATISTICS], where, data, where, new):
                    games += any(person[:2] == (known, "") for person in row.people)
                    break
                data = self._redis.do("HGET", keys.STATISTICS, where)  # noqa: PLW2901  # as it is now
        return games

    def household(self, names: AbstractSet[str] | None = None) -> HouseholdStatistics:
        """All games, and the people of these names (by default all)."""
        results: list[HouseholdStatistics] = []
        with self._summing:
            self._read()
            self._offload(lambda: results.append(statistics.household(self._rows, names)))
        return results[0]

    def rows(self) -> Iterator[tuple[str, StoredGame]]:
        """All rows, by `CODE.GAME` or `.ID`."""
        for name, data in self._found():
            yield name.decode(), _decode(data)

    def _read(self) -> None:
        """Read all rows into memory, unless nothing has changed."""
        changes = self._redis.do("HGET", keys.STATISTICS, CHANGES)
        if changes == self._changes:
            return
        self._changes = None
        self._rows.execute("delete from counted")
        self._rows.execute("delete from counted_people")
        for page in self._pages():
            self._offload(lambda page=page: _insert(self._rows, page))  # type: ignore[misc]
        self._changes = changes

    def _pages(self, *more: str) -> Iterator[list[tuple[bytes, bytes]]]:
        for found in self._redis.scan("HSCAN", keys.STATISTICS, *more):
            yield [(name, data) for name, data in found if name not in (IDS, CHANGES)]

    def _found(self, *more: str) -> Iterator[tuple[bytes, bytes]]:
        return (row for page in self._pages(*more) for row in page)

    def _record(self, which: GameId) -> bytes | None:
        code, game = which
        data: bytes | None = self._redis.do("HGET", keys.games(code), game)
        return data

    def _fit(self, name: str, data: bytes | None, *, counts: bool) -> None:
        if data is None:
            self._remove(name)
        else:
            self._put(name, checkpoints.ended_games.decode(data), counts=counts)

    def _put(self, name: str, ended: EndedGame, *, counts: bool) -> None:
        """Store the row of this ending, unless it is there already."""
        ending = checkpoints.ending_checksum(ended)
        while True:
            data = self._redis.do("HGET", keys.STATISTICS, name) or b""
            if data and _decode(data).ending == ending:
                return
            if not data and not counts:
                return
            new = self._row(ended, ending) if counts else b""
            if self._exchange([keys.STATISTICS], name, data, name, new):
                return

    def _row(self, ended: EndedGame, ending: int) -> bytes:
        row = int(self._redis.do("HINCRBY", keys.STATISTICS, IDS, 1))
        self._redis.do("HDEL", keys.STATISTICS, f".{row - port.MAX_DETACHED_GAMES}")
        people = tuple(person_rows(ended))
        return encode(StoredGame(row, ended.at, ending, game_row(ended), people))

    def _ids(self) -> int:
        return int(self._redis.do("HGET", keys.STATISTICS, IDS) or 0)

    def _remove(self, name: str) -> None:
        while data := self._redis.do("HGET", keys.STATISTICS, name):
            self._exchange([keys.STATISTICS], name, data, name, b"")


def _name(which: GameId) -> str:
    return f"{which[0]}.{which[1]}"


def _game_id(name: bytes) -> GameId:
    code, _, game = name.decode().partition(".")
    return code, int(game)


def _insert(db: sqlite3.Connection, page: list[tuple[bytes, bytes]]) -> None:
    """Insert these rows into the tables in memory, without their rooms."""
    rows = [_decode(data) for _, data in page]
    with db:
        db.execute("begin")
        for row in rows:
            statistics.insert(db, (row.id, None, 0, row.at, row.ending, *row.game), row.people)
