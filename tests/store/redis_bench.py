"""A bench whose rooms are in a real engine."""

from dataclasses import dataclass
from typing import Any, cast

from room_harness import Bench, Disk
from undercast.store.port import run_inline
from undercast.store.redis.connection import Argument, RedisConnection
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.redis.store import RedisStore


@dataclass
class RedisBench(Bench):
    """In Redis at this address; the folder is for whatever else there is."""

    url: str = ""

    def open_store(self) -> Disk:
        """One that is never full, and notes nothing."""
        return cast("Disk", RedisStore(RedisConnection(self.url), offload=run_inline))

    @property
    def where(self) -> str:
        """Where that is, for the terminal."""
        return self.url

    @property
    def connection(self) -> RedisConnection:
        """The one that the store uses."""
        return self.store._redis  # type: ignore[attr-defined,no-any-return]

    @property
    def statistics(self) -> RedisStatistics:
        """The statistics of the store."""
        return self.store._statistics  # type: ignore[attr-defined,no-any-return]

    def command_redis(self, *command: Argument) -> Any:
        """One command, past the store."""
        return self.connection.do(*command)
