"""All that is kept of a house in Redis, for its servers."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

from undercast.room.entries import Entry
from undercast.service import Household, StoredRoom
from undercast.store.port import GameId, Offload
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.importer import require_complete
from undercast.store.redis.retention import RedisRetention
from undercast.store.redis.secret import secret
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.redis.store import RedisStore


class RedisStorage(RedisStore):
    """The `undercast.store.port.House` in Redis. Everything here raises NotSaved."""

    def __init__(
        self, redis: RedisConnection, *, offload: Offload, loss_window: str | None = None
    ) -> None:
        """`loss_window`: what Redis may lose (see `safety`).

        Raises DataUnusable, for a house into which a copy was not finished, too.
        """
        super().__init__(redis)
        self.loss_window = loss_window
        with redis.as_unusable():
            require_complete(redis)
        self._statistics = RedisStatistics(redis, offload)
        self._retention = RedisRetention(redis, self._statistics)
        self._restored, self._deleted = self._counted("restored"), self._counted("deleted")

    def append(self, code: str, version: int, entry: Entry, kept: StoredRoom | None = None) -> None:
        """Save the entry that leads to `version`, with what is to be kept of the room."""
        with self._uncounted_meanwhile(code, kept):
            super().append(code, version, entry, kept)

    def keep(self, code: str, kept: StoredRoom) -> None:
        """Keep what was found out by replaying; nothing if the log was replaced meanwhile."""
        with self._uncounted_meanwhile(code, kept):
            super().keep(code, kept)

    def go_on(self, code: str, version: int, entry: Entry, kept: StoredRoom) -> None:
        """Go on with `entry` as `version`; the log as it was is put aside, whole."""
        with self._uncounted_meanwhile(code, kept):
            super().go_on(code, version, entry, kept)

    def uncounted_games(self) -> list[GameId]:
        """The games whose record may have come or gone since games were counted last."""
        with self._redis.as_not_saved():
            return self._statistics.uncounted()

    def count_game(self, code: str, game: int, *, counts: bool) -> None:
        """Count this game, unless it has no record any more: it went on after all."""
        with self._redis.as_not_saved():
            self._statistics.count((code, game), counts=counts)

    def household(self, names: AbstractSet[str] | None = None) -> Household:
        """The statistics; of people those of these names, by default of all."""
        with self._redis.as_not_saved():
            return self._statistics.household(names)

    def expire(self, now: int, days: int) -> list[str]:
        """Let rooms expire that nobody used for so many days; their codes. See `lifetimes`."""
        with self._redis.as_not_saved():
            return self._retention.expire(now, days)

    def was_restored(self) -> bool:
        """Whether somebody put other rooms in place since the last call."""
        before, self._restored = self._restored, self._counted("restored")
        return self._restored != before

    def were_deleted(self) -> bool:
        """Whether somebody deleted a room since the last call."""
        before, self._deleted = self._deleted, self._counted("deleted")
        return self._deleted != before

    def secret(self) -> str:
        """What links are signed with."""
        with self._redis.as_not_saved():
            return secret(self._redis)

    def _counted(self, what: str) -> int:
        with self._redis.as_not_saved():
            return int(self._redis.do("HGET", keys.METADATA, what) or 0)

    @contextmanager
    def _uncounted_meanwhile(self, code: str, kept: StoredRoom | None) -> Iterator[None]:
        """What is counted fits the records, or is noted: whoever dies in between."""
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
