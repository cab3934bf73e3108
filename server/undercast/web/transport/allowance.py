"""How often somebody may do something."""

from collections.abc import Callable

from undercast.refusals import Refusal, Refused


class Allowance:
    """Each key (an address, a connection) may spend `most` per `per` seconds, evenly refilled."""

    def __init__(self, most: int, per: float, now: Callable[[], float]) -> None:
        self._most = float(most)
        self._rate = most / per
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}
        self._kept = 0
        self.refused = 0
        """How often there was too little left."""

    def has(self, key: str) -> bool:
        """Whether something is left to spend."""
        return self._available(key) >= 1

    def spend(self, key: str, cost: int = 1) -> None:
        """Take `cost`, at most all there can be. Raises Refused(wire/too_many); none is taken."""
        available = self._available(key)
        if available < cost:
            self.refused += 1
            raise Refused(Refusal.TOO_MANY)
        self._left[key] = (available - cost, self._now())
        if len(self._left) > max(MOST_KEYS, 2 * self._kept):
            self._forget_full()

    def forget(self, key: str) -> None:
        """Stop counting for a key that will not come again."""
        self._left.pop(key, None)

    def _available(self, key: str) -> float:
        left, at = self._left.get(key, (self._most, 0.0))
        return min(self._most, left + (self._now() - at) * self._rate)

    def _forget_full(self) -> None:
        for key in [key for key in self._left if self._available(key) >= self._most]:
            del self._left[key]
        self._kept = len(self._left)


MOST_KEYS = 10_000
"""Beyond this many, those that have everything left are forgotten."""
