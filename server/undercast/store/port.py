"""What a server, and the terminal, need of a store beside the logs of rooms.

`undercast.store.sqlite` implements it with a file, `undercast.store.redis` with Redis or Valkey.
"""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from undercast.room.ended_games import EndedGame
from undercast.service import Household, Log, Records, Store

MAX_CHECKPOINTS = 3
"""How many of a room's latest checkpoints are kept."""

MAX_DETACHED_GAMES = 20_000
"""A game of a deleted room leaves the statistics after this many others: decades of evenings."""

GameId = tuple[str, int]
"""Room and number of a game."""

Offload = Callable[[Callable[[], object]], None]
"""Runs a blocking function in a real thread; returns when it is done, raises what it raises."""


def run_inline(work: Callable[[], object]) -> None:
    """An Offload for those who may wait: do the work here and now."""
    work()


class StorePort(Store, Records, Protocol):
    """All that is kept of a house. Everything here raises NotSaved when the store fails."""

    loss_window: str | None
    """What may be lost of what was saved, by how the store was set up by others; None for nothing.
    """

    def expire(self, now: int, days: int) -> list[str]:
        """Let rooms expire that nobody used for so many days that a server saw pass; their codes.

        `now` is what the clock says (Unix ms).
        """

    def was_restored(self) -> bool:
        """Whether somebody put other rooms in place since the last call."""

    def were_deleted(self) -> bool:
        """Whether somebody deleted a room since the last call."""

    def take_ended_games(self) -> list[GameId]:
        """The games whose record was written by this process since the last call."""

    def uncounted_games(self) -> list[GameId]:
        """The records that came since games were counted last."""

    def count_game(self, code: str, game: int, *, counts: bool) -> None:
        """Count this game in the statistics, once, however often this is called; nothing where it
        has no record any more. With `counts` false it is noted that it is not to be counted.
        """

    def household(self, names: AbstractSet[str] | None = None) -> Household:
        """The statistics; of people those of these names, by default of all."""

    def secret(self) -> str:
        """What links and passes are signed with, in whatever process of this house. Made once.

        Raises OSError, too.
        """

    def sync(self) -> None:
        """To be called every second: put what was saved where it is safe, look after the store."""

    def close(self) -> None:
        """Everything that was saved is safe then."""


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as `undercast rooms` lists it; times in Unix milliseconds."""

    code: str
    entries: int
    latest: int
    set_aside: str | None
    """Why its log cannot be read from some entry on; its host may go on without."""
    superseded_logs: int
    """Logs that its host went on without."""
    recoverable_ms: int | None
    """When it has expired: how much longer it can be brought back, at the least."""


class AdminStore(Log, Protocol):
    """A house from the terminal, while servers use it or not.

    Everything here raises DataUnusable, DataTooNew.
    """

    def rooms(self) -> list[RoomRow]:
        """All rooms, the most recently played first."""

    def games(self, code: str) -> list[EndedGame]:
        """The records of a room's ended games, in their order, as far as they can be read."""

    def game(self, code: str, number: int) -> EndedGame | None:
        """The record of this ended game; None if there is none that can be read."""

    def delete(self, code: str) -> bool:
        """Delete this room for good; whether there was such a one. Running servers notice."""

    def revive(self, code: str) -> bool:
        """Undo that this room expired; whether it had."""

    def household(self) -> Household:
        """The statistics of this household."""

    def forget_name(self, name: str) -> int:
        """Delete the numbers of whoever was counted by this name; of how many games."""

    def secret(self) -> str:
        """What links and passes are signed with. Raises OSError, too."""

    def is_empty(self) -> bool:
        """Whether nothing is kept, or only what is left of a copy that was not finished."""

    def export_file(self) -> AbstractContextManager[Path]:
        """All of it in a file such as a folder has, to be read."""

    def import_file(self, file: Path) -> int:
        """Put what such a file keeps in the place of everything; how many rooms there are then.

        Running servers notice, and let everybody enter again.
        """

    def loss_window(self) -> str | None:
        """What may be lost of what is kept, in words; None for nothing."""

    def adopt_secret(self, secret: str) -> None:
        """Sign with this, if nothing was signed with anything else before. Raises OSError, too."""
