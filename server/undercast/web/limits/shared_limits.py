"""What several workers count together, so that a limit holds for all of them in sum."""

from collections.abc import Mapping
from typing import Protocol


class SharedLimits(Protocol):
    """Where workers count together: `undercast.store.redis.shared_limits`.

    Nothing here raises, and nothing waits long: without an answer, each worker counts for itself.
    """

    def pseudonym(self, address: str) -> str:
        """A keyed hash of an address, the same at every worker."""

    def take(self, kind: str, key: str, cost: int, most: int, per: float) -> bool | None:
        """Take `cost` from this key's bucket, which holds `most` and refills in `per` seconds.

        Whether there was enough; None without an answer.
        """

    def give_back(self, kind: str, key: str, cost: int, most: int, per: float) -> None:
        """Return what was not needed after all."""

    def exchange(self, mine: bytes) -> Mapping[str, bytes] | None:
        """Publish `mine`; what each other worker published lately. None without an answer."""
