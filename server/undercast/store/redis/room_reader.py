"""Reading one room from Redis: its log, checkpoints and records of games."""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from undercast.room.ended_games import EndedGame
from undercast.room.entries import Entry
from undercast.room.state import Room
from undercast.service import LatestCheckpoint, LogReplaced, NewerVersion, Unreadable
from undercast.store import checkpoints, codec
from undercast.store.redis import keys, lua_scripts
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.hash_chain import START, HashChains, decode_link, next_link

log = logging.getLogger(__name__)


class RedisRoomReader:
    """A `undercast.service.Log` in Redis. Everything here raises what the client raises."""

    def __init__(self, redis: RedisConnection) -> None:
        self._redis = redis
        self.hash_chains = HashChains()
        """Of the logs that were read or written here."""
        self._latest = redis.script(lua_scripts.LATEST)
        self._checkpoint = redis.script(lua_scripts.CHECKPOINT)
        self._page = redis.script(lua_scripts.PAGE)

    def _ask(self, command: Callable[..., Any], *given: Any, **named: Any) -> Any:
        return command(*given, **named)

    def latest(self, code: str) -> LatestCheckpoint | None:
        """The end of a room's log; None if there is none."""
        found = self._ask(self._latest, [keys.log(code), keys.room(code)])
        if found is None:
            return None
        version, at, set_aside = found
        return LatestCheckpoint(version, at, None if set_aside is None else set_aside.decode())

    def checkpoint(self, code: str, before: int) -> Room | None:
        """The latest usable checkpoint before this version."""
        while True:
            of = [keys.log(code), keys.checkpoints(code)]
            found = self._ask(self._checkpoint, of, before)
            if found is None:
                return None
            before, linked, kept = found
            if not linked or kept[:8] != linked:
                log.info("Room %s: the checkpoint at %d is of another log", code, before)
                continue
            try:
                room = checkpoints.rooms.decode(kept[8:])
            except checkpoints.UnusableCheckpoint as fault:
                log.info("Room %s: the checkpoint at %d is not used (%s)", code, before, fault)
                continue
            if (room.lobby.code, room.version) == (code, before):
                self.hash_chains.remember(code, before, [decode_link(linked)])
                return room

    def entries(self, code: str, after: int, most: int) -> list[Entry]:
        """Up to `most` entries that follow version `after`; none at the log's end.

        Raises Unreadable or NewerVersion when it is the very next one; LogReplaced when the
        log has another entry at `after` than when that was read or written here.
        """
        version, rows = self._ask(self._page, [keys.log(code), keys.room(code)], after, most)
        lines = [_line(row) for row in rows]
        before = START
        if after:
            first = lines.pop(0) if lines else None
            if not first or (first.version, first.linked) != (
                after,
                self.hash_chains.get(code, after),
            ):
                log.warning("Room %s has another log than it had at entry %d", code, after)
                raise LogReplaced(code)
            before = first.linked
        found, links = _decoded(lines[:most], after, before)
        if not found and after < version and not lines:
            raise Unreadable("it is missing")
        self.hash_chains.remember(code, after, links)
        return found

    def games(self, code: str) -> list[EndedGame]:
        """The records of a room's ended games, in order, as far as they can be read."""
        numbers = self._numbers(code)
        found = [self.game(code, number) for number in numbers]
        return [game for game in found if game is not None]

    def latest_games(self, code: str, most: int) -> list[int]:
        """The numbers of a room's latest games that have a record, in order."""
        return self._numbers(code)[-most:]

    def game(self, code: str, number: int) -> EndedGame | None:
        """The record of this ended game; None if there is no readable one."""
        data = self._ask(self._redis.do, "HGET", keys.games(code), number)
        if data is None:
            return None
        try:
            return checkpoints.ended_games.decode(data)
        except checkpoints.UnusableCheckpoint as fault:
            log.info("Room %s: the record of game %d is not used (%s)", code, number, fault)
            return None

    def _numbers(self, code: str) -> list[int]:
        return sorted(map(int, self._ask(self._redis.do, "HKEYS", keys.games(code))))


class _Line(NamedTuple):
    version: int
    entry: bytes
    linked: int


def _line(row: tuple[bytes, list[bytes]]) -> _Line:
    """An entry of a stream. A malformed one has a version, and unreadable bytes."""
    name, fields = row
    version, _, rest = name.partition(b"-")
    try:
        given = dict(zip(fields[::2], fields[1::2], strict=True))
        return _Line(int(version) if rest == b"0" else -1, given[b"e"], decode_link(given[b"l"]))
    except (KeyError, ValueError):
        return _Line(int(version), b"", START)


def _decoded(lines: list[_Line], after: int, before: int) -> tuple[list[Entry], list[int]]:
    """Entries as far as they can be read, and the links from `after` on.

    Raises Unreadable, NewerVersion for the first.
    """
    found: list[Entry] = []
    links = [before]
    for line in lines:
        try:
            found.append(_entry(line, after + len(found) + 1, links[-1]))
        except (Unreadable, NewerVersion):
            if found:
                break  # for the next call to say
            raise
        links.append(line.linked)
    return found, links


def _entry(line: _Line, expected: int, before: int) -> Entry:
    if line.version != expected:
        raise Unreadable("it is missing")
    try:
        entry = codec.decode(line.entry)
    except codec.NewerFormat as newer:
        raise NewerVersion(str(newer)) from None
    except ValueError as fault:
        raise Unreadable(str(fault)) from None
    if line.linked != next_link(line.entry, before):
        raise Unreadable("it is damaged, or follows another entry")
    return entry
