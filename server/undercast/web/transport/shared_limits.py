"""What several workers count together, so that a limit is one limit for all of them."""

from collections.abc import Mapping
from typing import Protocol


class SharedLimits(Protocol):
    """Where they count; `undercast.store.redis.shared_limits` does it in the engine.

    Nothing here raises, and nothing waits long: where nobody answers, each counts for itself.
    """

    def named(self, address: str) -> str:
        """What an address is called there: nobody can tell which one it is, all say the same."""

    def take(self, kind: str, key: str, cost: int, most: int, per: float) -> bool | None:
        """Take `cost` of what this key may spend of this kind, `most` per `per` seconds, evenly
        refilled; whether there was enough. None: nobody answers.
        """

    def give_back(self, kind: str, key: str, cost: int, most: int, per: float) -> None:
        """It was not needed after all."""

    def exchange(self, mine: bytes) -> Mapping[str, bytes] | None:
        """Leave this for the other workers; what each of them left lately. None: nobody answers."""
