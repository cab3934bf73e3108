"""The room log in a Redis or Valkey: a stream for each room, changed by scripts alone.

When `append` returns, Redis has acknowledged the entry. How durable that is depends on the settings
of Redis (see `durability`).
"""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import Any

from redis.exceptions import ConnectionError  # noqa: A004  # the library's own

from undercast.room.entries import Deal, Entry
from undercast.service import (
    HouseholdStatistics,
    KeptList,
    LogReplaced,
    NotSaved,
    Outdated,
    RoomGone,
    StoredRoom,
)
from undercast.store import checkpoints, codec
from undercast.store.port import MAX_CHECKPOINTS, GameId, Offload, run_inline
from undercast.store.redis import keys, lua_scripts
from undercast.store.redis.connection import Argument, RedisConnection, Script
from undercast.store.redis.hash_chain import START, encode_link, next_link
from undercast.store.redis.importer import require_complete
from undercast.store.redis.retention import RedisRetention
from undercast.store.redis.room_reader import RedisRoomReader
from undercast.store.redis.secret import secret
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.redis.word_lists import RedisWordLists

log = logging.getLogger(__name__)

OPENING_SECONDS = 0.25
"""How long a reserved room may take to appear; after that its creator counts as dead."""

BATCH = 100
"""Rooms per pipeline."""

_FAULTS = {b"gone": RoomGone, b"outdated": Outdated, b"replaced": LogReplaced}


class RedisStore(RedisRoomReader):
    """The `undercast.store.port.StorePort` in Redis. Everything here raises NotSaved."""

    def __init__(
        self,
        redis: RedisConnection,
        *,
        offload: Offload = run_inline,
        loss_window: str | None = None,
    ) -> None:
        """`loss_window`: what Redis may lose (see `durability`).

        Raises DataUnusable, also where a copy was not finished.
        """
        super().__init__(redis)
        self.loss_window = loss_window
        with redis.as_unusable():
            require_complete(redis)
        self._statistics = RedisStatistics(redis, offload)
        self._retention = RedisRetention(redis, self._statistics)
        self._word_lists = RedisWordLists(redis)
        self._restored, self._deleted = self._counter("restored"), self._counter("deleted")
        self._ended: set[GameId] = set()
        self._reserve = redis.script(lua_scripts.RESERVE)
        self._begin = redis.script(lua_scripts.BEGIN)
        self._append = redis.script(lua_scripts.APPEND)
        self._go_on = redis.script(lua_scripts.GO_ON)
        self._keep = redis.script(lua_scripts.KEEP)
        self._set_aside = redis.script(lua_scripts.SET_ASIDE)
        self._remove_unused = redis.script(lua_scripts.REMOVE_UNUSED)

    def create(self, code: str, origin: str, entry: Entry) -> str:
        """Begin a log, or return the code that the same origin opened before.

        In a cluster, the origin and the set of rooms are on other nodes, so they are written first.
        A crash after that leaves an origin without a room, which the next process takes over, and a
        code without a room, which is removed; removed too early, it is added again.
        """
        data = codec.encode(entry)
        linked = next_link(data, START)
        with self._redis.as_not_saved():
            reserved = self._reserved(origin, code)
            if reserved != code:
                return reserved
            self._redis.do("ZADD", keys.ROOMS, "NX", 0, code)
            given = (origin, encode_link(linked), entry.at, data)
            begun = self._with_retry(self._begin, [keys.log(code), keys.room(code)], *given)
            self._redis.do("ZADD", keys.ROOMS, "NX", 0, code)
            if begun == b"taken":
                self._reserve([keys.origin(origin)], "", code, 1)  # so that nobody waits for it
                raise KeyError(code)
        self.hash_chains.remember(code, 1, [linked])
        return code

    def opened(self, origin: str) -> str | None:
        """The code of the room that this origin opened."""
        with self._redis.as_not_saved():
            found = self._redis.do("GET", keys.origin(origin))
            return found.decode() if found and self._was_opened_by(origin, found.decode()) else None

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        """Save the entry that leads to `version`, with the checkpoint and records in `kept`.

        The log must be the one that was read or written here.
        """
        before = self.hash_chains.get(code, version - 1)
        if before is None:
            raise self._fault(code, version)
        data = codec.encode(entry)
        linked = next_link(data, before)
        dealt = 1 if isinstance(entry.do, Deal) else 0
        new = (code, version, encode_link(before), encode_link(linked), entry.at, data, dealt)
        of = [*_room_keys(code), keys.presence(code)]
        notify = (keys.CHANGES_CHANNEL, self._redis.process_id)
        with self._uncounted_meanwhile(code, kept):
            with self._redis.as_not_saved():
                done = self._with_retry(
                    self._append, of, *new, *notify, *_encode_kept(kept, linked)
                )
            self._check_result(done, code, version, (before, linked), kept)

    def take_ended_games(self) -> list[GameId]:
        """The games whose record this process wrote since the last call."""
        ended, self._ended = self._ended, set()
        return sorted(ended)

    def keep(self, code: str, kept: StoredRoom) -> None:
        """Store what a replay produced, unless the log was replaced meanwhile."""
        linked = self.hash_chains.get(code, kept.room.version)
        if linked is None:
            return
        with self._uncounted_meanwhile(code, kept), self._redis.as_not_saved():
            self._keep(_room_keys(code), kept.room.version, *_encode_kept(kept, linked))
        self._ended |= _ended_ids(code, kept)

    def set_aside(self, code: str, why: str | None) -> None:
        """Note why the log cannot be read; `undercast rooms` lists it with the reason."""
        self._ask(self._set_aside, [keys.room(code)], why or "")

    def go_on(self, code: str, version: int, entry: Entry, kept: StoredRoom) -> None:
        """Continue with `entry` as `version`; the whole old log is moved aside.

        Not if it is readable again: a backup was restored, or another process continued.
        """
        before = self.hash_chains.get(code, version - 1)
        if before is None:
            raise self._fault(code, version)
        data = codec.encode(entry)
        linked = next_link(data, before)
        new = (
            code,
            version,
            encode_link(before),
            encode_link(linked),
            entry.at,
            data,
            keys.CHANGES_CHANNEL,
        )
        of = [*_room_keys(code), keys.superseded_log(code, version)]
        with self._uncounted_meanwhile(code, kept):
            with self._redis.as_not_saved():
                done = self._with_retry(self._go_on, of, *new, *_encode_kept(kept, linked))
            self._check_result(done, code, version, (before, linked), kept)

    def count(self) -> int:
        """How many rooms there are."""
        return int(self._ask(self._redis.do, "ZCARD", keys.ROOMS))

    def expire_unused(self, before: int, besides: AbstractSet[str]) -> list[str]:
        """Delete old rooms without a game, except these; returns their codes."""
        with self._redis.as_not_saved():
            codes = [code.decode() for code in self._redis.do("ZRANGE", keys.ROOMS, 0, -1)]
            unused = self._unused([code for code in codes if code not in besides], before)
            return [code for code in unused if self._removed(code, before)]

    def uncounted_games(self) -> list[GameId]:
        """The games whose record may have changed since they were counted."""
        return list(self._ask(self._statistics.uncounted))

    def count_game(self, code: str, game: int, *, counts: bool) -> None:
        """Count this game, unless its record is gone: it went on after all."""
        self._ask(self._statistics.count, (code, game), counts=counts)

    def household(self, names: AbstractSet[str] | None = None) -> HouseholdStatistics:
        """The statistics: all games, and the people of these names (by default all)."""
        household: HouseholdStatistics = self._ask(self._statistics.household, names)
        return household

    def word_lists(self) -> list[KeptList]:
        """The word lists of the household."""
        return list(self._ask(self._word_lists.read))

    def word_list_text(self, list_id: str) -> str | None:
        """The words of this list; None if there is no such list."""
        text: str | None = self._ask(self._word_lists.text, list_id)
        return text

    def keep_word_list(self, kept: KeptList, text: str, most: int) -> bool:
        """Keep a word list, unless there are `most`. Raises KeyError if its id is taken."""
        return bool(self._ask(self._word_lists.keep, kept, text, most))

    def delete_word_list(self, kept: KeptList) -> bool:
        """Delete this word list; returns whether it was still there."""
        return bool(self._ask(self._word_lists.delete, kept))

    def expire(self, now: int, days: int) -> list[str]:
        """Expire rooms that nobody used for `days` days; returns their codes. See `retention`."""
        return list(self._ask(self._retention.expire, now, days))

    def was_restored(self) -> bool:
        """Whether all rooms were replaced since the last call."""
        before, self._restored = self._restored, self._counter("restored")
        return self._restored != before

    def were_deleted(self) -> bool:
        """Whether an admin deleted a room since the last call."""
        before, self._deleted = self._deleted, self._counter("deleted")
        return self._deleted != before

    def secret(self) -> str:
        """The key that signs links."""
        return str(self._ask(secret, self._redis))

    def sync(self) -> None:
        """Check that Redis answers; it syncs by itself. Raises NotSaved."""
        self._ask(self._redis.do, "EXISTS", keys.METADATA)

    def close(self) -> None:
        """Close the connections; Redis has everything."""
        self._redis.close()

    def _ask(self, command: Callable[..., Any], *given: Any, **named: Any) -> Any:
        with self._redis.as_not_saved():
            return super()._ask(command, *given, **named)

    def _counter(self, what: str) -> int:
        return int(self._ask(self._redis.do, "HGET", keys.METADATA, what) or 0)

    @contextmanager
    def _uncounted_meanwhile(self, code: str, kept: StoredRoom | None) -> Iterator[None]:
        """Mark games as uncounted before their records change, so that a crash loses no count."""
        if kept is None:
            yield
            return
        present = (code, kept.room.lobby.games)
        over = {(code, game.number) for game in kept.ended}
        with self._redis.as_not_saved():
            self._statistics.mark_uncounted({present, *over})
        yield
        if present not in over:
            with self._redis.as_not_saved():
                self._statistics.uncount(present)

    def _reserved(self, origin: str, code: str) -> str:
        """The code that this origin opens: this one, or that of an existing room."""
        instead = ""
        for _ in range(2):
            given = (code, instead, keys.ORIGIN_SECONDS)
            found = str(self._reserve([keys.origin(origin)], *given).decode())
            if found == code or self._was_opened_by(origin, found):
                return found
            time.sleep(OPENING_SECONDS)
            if self._was_opened_by(origin, found):
                return found
            instead = found
        raise NotSaved("the same command opens a room elsewhere")

    def _was_opened_by(self, origin: str, code: str) -> bool:
        """Whether the room of this code was opened by this command."""
        found = self._redis.do("HGET", keys.room(code), "origin")
        return bool(found == origin.encode())

    def _with_retry(self, script: Script, of: list[str], *given: Argument) -> Any:
        """Run an idempotent script; again if the connection broke, as it may not have run."""
        try:
            return script(of, *given)
        except ConnectionError:
            return script(of, *given)

    def _check_result(
        self, done: bytes, code: str, version: int, links: tuple[int, int], kept: StoredRoom | None
    ) -> None:
        if done == b"replaced":
            log.warning("Room %s has another log than entry %d was to follow", code, version)
        if done in _FAULTS:
            raise _FAULTS[done](code)
        self.hash_chains.remember(code, version - 1, links)
        self._ended |= _ended_ids(code, kept)

    def _fault(self, code: str, version: int) -> Exception:
        """Why no entry can follow in a log whose links are unknown. Raises NotSaved."""
        latest = self.latest(code)
        if latest is None:
            return RoomGone(code)
        return Outdated(code) if latest.version >= version else LogReplaced(code)

    def _unused(self, codes: list[str], before: int) -> Iterable[str]:
        for first in range(0, len(codes), BATCH):
            asked = codes[first : first + BATCH]
            questions = [("HMGET", keys.room(code), "at", "dealt") for code in asked]
            answers = self._redis.pipelined(questions)
            for code, (at, dealt) in zip(asked, answers, strict=True):
                if at is not None and int(at) < before and not dealt:
                    yield code

    def _removed(self, code: str, before: int) -> bool:
        of = [keys.room(code), keys.log(code), keys.presence(code)]
        removed = self._remove_unused([*of, keys.checkpoints(code), keys.games(code)], before)
        if removed is None:
            return False
        origin, aside = removed
        self._redis.do("ZREM", keys.ROOMS, code)
        for key in (keys.origin(origin.decode()), *_superseded_keys(code, aside)):
            self._redis.do("DEL", key)
        return True


def _room_keys(code: str) -> list[str]:
    """The keys that a script on a room's log may change."""
    return [keys.log(code), keys.room(code), keys.checkpoints(code), keys.games(code)]


def _superseded_keys(code: str, since: bytes) -> list[str]:
    return [keys.superseded_log(code, int(version)) for version in since.split()]


def _encode_kept(kept: StoredRoom | None, linked: int) -> tuple[Argument, ...]:
    """The scripts' arguments for the checkpoint and records, with this link."""
    if kept is None:
        return ()
    room = (
        encode_link(linked),
        checkpoints.rooms.encode(kept.room),
        MAX_CHECKPOINTS,
        kept.room.lobby.games,
    )
    ended = ((game.number, checkpoints.ended_games.encode(game)) for game in kept.ended)
    return (*room, *(given for game in ended for given in game))


def _ended_ids(code: str, kept: StoredRoom | None) -> set[GameId]:
    return set() if kept is None else {(code, game.number) for game in kept.ended}
