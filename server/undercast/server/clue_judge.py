"""The server's referee. It judges in a thread, so that a clue in one room does not hold up others.

Only `threading` is used, through its module, so that all waiting cooperates where gevent has
patched it.
"""

import threading
from collections.abc import Iterable, Mapping

from undercast.referee import Referee
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.settings import Settings
from undercast.store.port import Offload


class ClueJudge:
    """A `commands.Judge` that answers one question at a time, in their order: the referee's caches
    may be used by one thread at a time only.
    """

    def __init__(self, referee: Referee, offload: Offload) -> None:
        self._referee = referee
        self._offload = offload
        self._lock = threading.Lock()
        self._requested = set[str]()

    def judge(
        self,
        languages: tuple[str, ...],
        hidden: Mapping[int, str],
        word: str | None,
        number: ClueNumber,
        agents_left: int,
        settings: Settings,
    ) -> tuple[Finding, ...]:
        """As the referee does."""
        found = list[tuple[Finding, ...]]()

        def judge() -> None:
            found.append(
                self._referee.judge(languages, hidden, word, number, agents_left, settings)
            )

        with self._lock:
            self._offload(judge)
        return found[0]

    def expect(self, languages: Iterable[str]) -> None:
        """Clues in these languages will come: load their data in the background, and return at
        once.
        """
        new = [tag for tag in dict.fromkeys(languages) if tag not in self._requested]
        if new:
            self._requested.update(new)
            threading.Thread(target=self._load, args=(new,), daemon=True).start()

    def _load(self, languages: list[str]) -> None:
        with self._lock:
            self._offload(lambda: self._referee.load(languages))
