"""What the server and the admin commands need of a store, beside the logs of rooms.

`undercast.store.sqlite` implements it with a file, `undercast.store.redis` with Redis or Valkey.
"""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from undercast.room.ended_games import EndedGame
from undercast.service import HouseholdStatistics, KeptList, Log, Records, Store, WordLists

MAX_CHECKPOINTS = 3
"""How many checkpoints of a room are kept: the latest ones."""

MAX_DETACHED_GAMES = 20_000
"""A game of a deleted room leaves the statistics after this many others: decades of evenings."""

DAY_MS = 24 * 3600 * 1000

GRACE_DAYS = 7
"""How long an expired room can be revived."""

MAX_PERMANENT_ROOMS = 5
"""How many rooms an admin can keep for good."""

GameId = tuple[str, int]
"""A room's code and the number of its game."""

Offload = Callable[[Callable[[], object]], None]
"""Runs a blocking function in a real thread and waits for it; raises what it raises."""


def run_inline(work: Callable[[], object]) -> None:
    """An Offload for callers that may block: run it here."""
    work()


class StorePort(Store, Records, WordLists, Protocol):
    """All the data of a server. Everything here raises NotSaved when the store fails."""

    loss_window: str | None
    """What the store's own settings may lose of what was saved, in words; None for nothing."""

    def expire(self, now: int, days: int) -> list[str]:
        """Expire rooms that nobody used for `days` days of server time; returns their codes.

        `now` is the clock's time (Unix ms).
        """

    def was_restored(self) -> bool:
        """Whether all rooms were replaced since the last call."""

    def were_deleted(self) -> bool:
        """Whether an admin deleted a room since the last call."""

    def take_ended_games(self) -> list[GameId]:
        """The games whose record this process wrote since the last call."""

    def uncounted_games(self) -> list[GameId]:
        """The games whose record is newer than their statistics."""

    def count_game(self, code: str, game: int, *, counts: bool) -> None:
        """Count this game in the statistics, once, however often this is called; does nothing if
        its record is gone. With `counts` false the game is marked as not counted.
        """

    def household(self, names: AbstractSet[str] | None = None) -> HouseholdStatistics:
        """The statistics: all games, and the people of these names (by default all)."""

    def secret(self) -> str:
        """The key that signs links and passes, the same in every process. Made once.

        Raises OSError, too.
        """

    def sync(self) -> None:
        """Called every second: make what was saved durable, and look after the store."""

    def close(self) -> None:
        """Close the store; everything that was saved is durable then."""


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as `undercast rooms` lists it; times in Unix milliseconds."""

    code: str
    entries: int
    latest: int
    set_aside: str | None
    """Why part of its log cannot be read; the host may continue without that part."""
    superseded_logs: int
    """How many logs the host continued without."""
    recoverable_ms: int | None
    """For an expired room: how much longer it can be revived, at least."""
    permanent: bool = False
    """No chore expires or deletes it."""


class AdminStore(Log, Protocol):
    """All the data, for admin commands; servers may be using it.

    Everything here raises DataUnusable, DataTooNew.
    """

    def rooms(self) -> list[RoomRow]:
        """All rooms, the most recently played first."""

    def games(self, code: str) -> list[EndedGame]:
        """The records of a room's ended games, in order, as far as they can be read."""

    def game(self, code: str, number: int) -> EndedGame | None:
        """The record of this ended game; None if there is none that can be read."""

    def delete(self, code: str) -> bool:
        """Delete this room for good; returns whether it existed. Running servers notice."""

    def revive(self, code: str) -> bool:
        """Revive this room if it has expired; returns whether it had."""

    def set_permanent(self, code: str, *, permanent: bool) -> bool:
        """Keep this room for good, or as long as any other from now on; returns whether it exists
        and has not expired. The caller sees to MAX_PERMANENT_ROOMS.
        """

    def household(self) -> HouseholdStatistics:
        """The statistics."""

    def forget_name(self, name: str) -> int:
        """Delete the statistics of this name; returns how many games it was counted in."""

    def word_lists(self) -> list[KeptList]:
        """The word lists of the household, in any order."""

    def delete_word_list(self, kept: KeptList) -> bool:
        """Delete this word list; returns whether it was still there."""

    def secret(self) -> str:
        """The key that signs links and passes. Also raises OSError."""

    def is_empty(self) -> bool:
        """Whether there is nothing, or only the rest of an unfinished copy."""

    def export_file(self) -> AbstractContextManager[Path]:
        """All the data as a SQLite file, such as a folder has, for reading."""

    def import_file(self, file: Path) -> int:
        """Replace everything with the data of such a file; returns the number of rooms.

        Running servers notice, and everybody enters again.
        """

    def loss_window(self) -> str | None:
        """What the store's own settings may lose, in words; None for nothing."""

    def adopt_secret(self, secret: str) -> None:
        """Use this signing key unless there is one already. Also raises OSError."""
