"""How often somebody may do something."""

from collections.abc import Callable

from undercast.base.refusals import Refusal, Refused
from undercast.web.transport.shared_limits import SharedLimits

MOST_KEYS = 10_000
"""Beyond this many, those that have everything left are forgotten."""


class TokenBucket:
    """Each key (an address, a connection) may spend `most` per `per` seconds, evenly refilled."""

    def __init__(self, most: int, per: float, now: Callable[[], float]) -> None:
        self.most = float(most)
        self._rate = most / per
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}
        self._kept = 0
        self.refused = 0
        """How often there was too little left."""

    def spend(self, key: str, cost: int = 1) -> None:
        """Take `cost`, at most all there can be. Raises Refused(wire/too_many); none is taken."""
        available = self._available(key)
        if available < cost:
            raise self._too_much()
        self._leave(key, available - cost)

    def give_back(self, key: str, cost: int = 1) -> None:
        """It was not needed after all."""
        self._leave(key, min(self.most, self._available(key) + cost))

    def charge(self, key: str, cost: int) -> None:
        """Somebody else let it have so much; what is more than there was, it owes, to a limit."""
        self._leave(key, max(-self.most, self._available(key) - cost))

    def spent(self, key: str) -> float:
        """How much it has taken that has not come back yet."""
        return self.most - self._available(key)

    def forget(self, key: str) -> None:
        """Stop counting for a key that will not come again."""
        self._left.pop(key, None)

    def _too_much(self) -> Refused:
        self.refused += 1
        return Refused(Refusal.TOO_MANY)

    def _available(self, key: str) -> float:
        left, at = self._left.get(key, (self.most, 0.0))
        return min(self.most, left + (self._now() - at) * self._rate)

    def _leave(self, key: str, left: float) -> None:
        self._left[key] = (left, self._now())
        if len(self._left) > max(MOST_KEYS, 2 * self._kept):
            self._forget_full()

    def _forget_full(self) -> None:
        for key in [key for key in self._left if self._available(key) >= self.most]:
            del self._left[key]
        self._kept = len(self._left)


class SharedTokenBucket(TokenBucket):
    """An allowance that all workers of the house have together. Where they cannot be asked, a key
    has what is left of it here.
    """

    def __init__(
        self, kind: str, most: int, per: float, now: Callable[[], float], together: SharedLimits
    ) -> None:
        super().__init__(most, per, now)
        self._kind, self._all, self._per = kind, most, per
        self._together = together

    def spend(self, key: str, cost: int = 1) -> None:
        """As `Allowance.spend`."""
        enough = self._together.take(self._kind, key, cost, self._all, self._per)
        if enough is None:
            super().spend(key, cost)
        elif enough:
            self.charge(key, cost)
        else:
            raise self._too_much()

    def give_back(self, key: str, cost: int = 1) -> None:
        """As `Allowance.give_back`."""
        self._together.give_back(self._kind, key, cost, self._all, self._per)
        super().give_back(key, cost)


def token_bucket(
    kind: str, most: int, per: float, now: Callable[[], float], together: SharedLimits | None
) -> TokenBucket:
    """An allowance of this process, or of all that serve this house."""
    if together is None:
        return TokenBucket(most, per, now)
    return SharedTokenBucket(kind, most, per, now, together)
