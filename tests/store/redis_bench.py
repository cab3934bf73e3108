"""A bench whose rooms are in a real engine."""

from dataclasses import dataclass
from typing import Any, cast

from room_harness import Bench, Disk
from undercast.store.port import directly
from undercast.store.redis.connection import Argument, RedisConnection
from undercast.store.redis.statistics import RedisStatistics
from undercast.store.redis.storage import RedisStorage


@dataclass
class EngineBench(Bench):
    """In the engine at this address; the folder is for whatever else there is."""

    url: str = ""

    def open_store(self) -> Disk:
        """One that is never full, and notes nothing."""
        return cast("Disk", RedisStorage(RedisConnection(self.url), offload=directly))

    @property
    def where(self) -> str:
        """Where that is, for the terminal."""
        return self.url

    @property
    def engine(self) -> RedisConnection:
        """The one that the store uses."""
        return self.store._engine  # type: ignore[attr-defined,no-any-return]

    @property
    def numbers(self) -> RedisStatistics:
        """The statistics of the store."""
        return self.store._numbers  # type: ignore[attr-defined,no-any-return]

    def do_there(self, *command: Argument) -> Any:
        """One command, past the store."""
        return self.engine.do(*command)
