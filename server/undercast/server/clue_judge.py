"""The server's referee. It judges in a thread, so that a clue in one room does not delay others.

It waits only with `threading`, which gevent patches to cooperate.
"""

import threading
from collections.abc import Iterable, Mapping

from undercast.referee import Referee
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.settings import Settings
from undercast.store.port import Offload


class ClueJudge:
    """A `commands.Judge` that judges one clue at a time; the referee is not thread-safe."""

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
        """The referee's findings."""
        found = list[tuple[Finding, ...]]()

        def judge() -> None:
            found.append(
                self._referee.judge(languages, hidden, word, number, agents_left, settings)
            )

        with self._lock:
            self._offload(judge)
        return found[0]

    def expect(self, languages: Iterable[str]) -> None:
        """Load the data of these languages in the background, ahead of their first clue."""
        new = [tag for tag in dict.fromkeys(languages) if tag not in self._requested]
        if new:
            self._requested.update(new)
            threading.Thread(target=self._load, args=(new,), daemon=True).start()

    def _load(self, languages: list[str]) -> None:
        with self._lock:
            self._offload(lambda: self._referee.load(languages))
