"""Token buckets: how often somebody may do something."""

from collections.abc import Callable

from undercast.base.refusals import Refusal, Refused
from undercast.web.limits.limit_values import RATE_LIMITS
from undercast.web.limits.shared_limits import SharedLimits

MAX_KEYS = 10_000
"""Beyond this many, full buckets are forgotten."""


class TokenBucket:
    """Each key (an address, a connection) may spend `capacity`, refilled evenly in `seconds`."""

    def __init__(self, capacity: int, seconds: float, now: Callable[[], float]) -> None:
        self.capacity = float(capacity)
        self._rate = capacity / seconds
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}
        self._kept = 0
        self.refused = 0
        """How often too little was left."""

    def spend(self, key: str, cost: int = 1) -> None:
        """Take `cost`. Raises Refused(wire/too_many), and takes nothing then."""
        available = self._available(key)
        if available < cost:
            raise self._too_many()
        self._set(key, available - cost)

    def give_back(self, key: str, cost: int = 1) -> None:
        """Return what was not needed after all."""
        self._set(key, min(self.capacity, self._available(key) + cost))

    def charge(self, key: str, cost: int) -> None:
        """Take `cost` that was granted elsewhere; a key may come to owe up to a whole bucket."""
        self._set(key, max(-self.capacity, self._available(key) - cost))

    def spent(self, key: str) -> float:
        """What was taken and is not refilled yet."""
        return self.capacity - self._available(key)

    def forget(self, key: str) -> None:
        """Stop counting for a key that will not come again."""
        self._left.pop(key, None)

    def _too_many(self) -> Refused:
        self.refused += 1
        return Refused(Refusal.TOO_MANY)

    def _available(self, key: str) -> float:
        left, at = self._left.get(key, (self.capacity, 0.0))
        return min(self.capacity, left + (self._now() - at) * self._rate)

    def _set(self, key: str, left: float) -> None:
        self._left[key] = (left, self._now())
        if len(self._left) > max(MAX_KEYS, 2 * self._kept):
            self._forget_full()

    def _forget_full(self) -> None:
        for key in [key for key in self._left if self._available(key) >= self.capacity]:
            del self._left[key]
        self._kept = len(self._left)


class SharedTokenBucket(TokenBucket):
    """A bucket that all workers share. While the shared counts don't answer, a key has what is left
    here.
    """

    def __init__(
        self,
        name: str,
        capacity: int,
        seconds: float,
        now: Callable[[], float],
        shared: SharedLimits,
    ) -> None:
        super().__init__(capacity, seconds, now)
        self._limit = (capacity, seconds)
        self._name, self._shared = name, shared

    def spend(self, key: str, cost: int = 1) -> None:
        """As `TokenBucket.spend`."""
        enough = self._shared.take(self._name, key, cost, *self._limit)
        if enough is None:
            super().spend(key, cost)
        elif enough:
            self.charge(key, cost)
        else:
            raise self._too_many()

    def give_back(self, key: str, cost: int = 1) -> None:
        """As `TokenBucket.give_back`."""
        self._shared.give_back(self._name, key, cost, *self._limit)
        super().give_back(key, cost)


def token_buckets(
    commands_a_second: int, now: Callable[[], float], shared: SharedLimits | None
) -> dict[str, TokenBucket]:
    """A bucket for each of `RATE_LIMITS`, by name."""
    buckets: dict[str, TokenBucket] = {}
    for name, limit in RATE_LIMITS.items():
        capacity = limit.amount * (commands_a_second if limit.scales else 1)
        if limit.shared and shared is not None:
            buckets[name] = SharedTokenBucket(name, capacity, limit.seconds, now, shared)
        else:
            buckets[name] = TokenBucket(capacity, limit.seconds, now)
    return buckets
