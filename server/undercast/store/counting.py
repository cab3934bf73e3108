"""Games are counted when nothing of them can be taken back: by a chore, never by a move."""

import sqlite3
from collections.abc import Set as AbstractSet

from undercast.rules.game import UNDO_MS
from undercast.service import Household
from undercast.store import statistics
from undercast.store.reading import Reading
from undercast.store.sqlite import SqliteStore

AT_ONCE = 20
"""Games that are counted in one go; after a start there may be many."""


class Counting:
    """The `undercast.service.Statistics` of a real server, and what fills them."""

    def __init__(self, store: SqliteStore, *, counts: bool) -> None:
        """With `counts` false every game is passed over, for good."""
        self.counts = counts
        self._store = store
        self._due: dict[tuple[str, int], int] | None = None
        """Room and number of games that ended, and when; None while it is not known."""

    def begin_anew(self) -> None:
        """The store was replaced: look for what was not counted yet."""
        self._due = None

    def count(self, now: int) -> None:
        """Count what ended so long before server time `now` that no undo comes. Raises NotSaved."""
        if self._due is None:
            found = self._store.read(statistics.uncounted)
            self._due = {(code, game): at for code, game, at in found}
        self._due |= self._store.ended()
        ripe = [which for which, at in self._due.items() if at + UNDO_MS < now]
        for code, game in ripe[:AT_ONCE]:
            self._count(code, game)
            del self._due[code, game]

    def of(self, names: AbstractSet[str]) -> Household:
        """The household's games, and of people by name only these. Raises NotSaved."""
        if not self.counts:
            return Household()
        return self._store.read(lambda db: statistics.household(db, names))

    def _count(self, code: str, game: int) -> None:
        """What has no record any more went on after all."""

        def count(db: sqlite3.Connection) -> None:
            ended = Reading(db).game(code, game)
            if ended is not None:
                statistics.count(db, code, ended, counts=self.counts)

        self._store.write(count)
