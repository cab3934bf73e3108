"""Counts games in the statistics, in the background, once nothing of them can be undone.

A monotonic clock measures how long ago a game ended, so the system clock does not matter. A game
that ended before the start counts as ended at the start.
"""

import threading
from collections.abc import Set as AbstractSet

from undercast.rules.game import UNDO_MS
from undercast.service import HouseholdStatistics
from undercast.store.port import GameId, StorePort

SETTLE_SECONDS = UNDO_MS / 1000 + 1
"""Seconds from the end of a game until it is counted."""

BATCH = 20
"""Games that are counted at once; after a start there may be many."""


class GameCounter:
    """The `undercast.service.Statistics` of a real server, and what fills it."""

    def __init__(self, store: StorePort, *, counts: bool) -> None:
        """With `counts` false every game is marked as not counted, for good."""
        self.counts = counts
        self._store = store
        self._due: dict[GameId, float] | None = None
        """When each ended game was noticed; None until the store has been asked."""
        self._asking = threading.Lock()
        """One query at a time: after decades of games it may take 0.2 s."""

    def reset(self) -> None:
        """The store was replaced: look for uncounted games again."""
        self._due = None

    def count(self, now: float) -> None:
        """Count the games that ended long enough before `now`, in seconds of a monotonic clock.

        Raises NotSaved.
        """
        if self._due is None:
            self._due = dict.fromkeys(self._store.uncounted_games(), now)
        self._due |= dict.fromkeys(self._store.take_ended_games(), now)
        ripe = [which for which, since in self._due.items() if since + SETTLE_SECONDS <= now]
        for code, game in ripe[:BATCH]:
            self._store.count_game(code, game, counts=self.counts)
            del self._due[code, game]

    def of(self, names: AbstractSet[str]) -> HouseholdStatistics:
        """All games, and the people of these names. Raises NotSaved."""
        if not self.counts:
            return HouseholdStatistics()
        with self._asking:
            return self._store.household(names)
