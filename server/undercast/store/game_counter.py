"""Games are counted when nothing of them can be taken back: by a chore, never by a move.

How long ago a game ended is told by a clock of the process, so what the computer's clock says makes
no difference. What ended before a start counts as ended then.
"""

import threading
from collections.abc import Set as AbstractSet

from undercast.rules.game import UNDO_MS
from undercast.service import Household
from undercast.store.port import GameId, StorePort

SETTLE_SECONDS = UNDO_MS / 1000 + 1
"""Seconds after its end that a game is counted."""

BATCH = 20
"""Games that are counted in one go; after a start there may be many."""


class GameCounter:
    """The `undercast.service.Statistics` of a real server, and what fills them."""

    def __init__(self, store: StorePort, *, counts: bool) -> None:
        """With `counts` false every game is passed over, for good."""
        self.counts = counts
        self._store = store
        self._due: dict[GameId, float] | None = None
        """When each game that ended came to notice; None while that has to be looked for."""
        self._asking = threading.Lock()
        """Whoever asks is answered one after the other: after decades it may take 0.2 s."""

    def reset(self) -> None:
        """The store was replaced: look for what was not counted yet."""
        self._due = None

    def count(self, now: float) -> None:
        """Count what ended long enough before `now`, seconds of any clock that goes on evenly.

        Raises NotSaved.
        """
        if self._due is None:
            self._due = dict.fromkeys(self._store.uncounted_games(), now)
        self._due |= dict.fromkeys(self._store.take_ended_games(), now)
        ripe = [which for which, since in self._due.items() if since + SETTLE_SECONDS <= now]
        for code, game in ripe[:BATCH]:
            self._store.count_game(code, game, counts=self.counts)
            del self._due[code, game]

    def of(self, names: AbstractSet[str]) -> Household:
        """The household's games, and of people by name only these. Raises NotSaved."""
        if not self.counts:
            return Household()
        with self._asking:
            return self._store.household(names)
