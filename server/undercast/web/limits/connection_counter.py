"""How many connections an address has open."""

from collections import Counter
from collections.abc import Callable, Mapping


class ConnectionCounter:
    """Counts by address. A `limit` of 0 allows any number."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.key: Callable[[str], str] = str
        """What an address is counted under."""
        self.here: Counter[str] = Counter()
        self.elsewhere: Mapping[str, int] = {}
        """What is open at other workers, as last reported."""
        self.refused = 0
        """How often an address was at its limit."""

    def has_space_for(self, address: str) -> bool:
        """Whether this address may open one more."""
        key = self.key(address)
        return not self.limit or self.here[key] + self.elsewhere.get(key, 0) < self.limit

    def admits(self, address: str) -> bool:
        """As `has_space_for`; a no counts as a refusal."""
        admitted = self.has_space_for(address)
        self.refused += not admitted
        return admitted

    def add(self, address: str) -> None:
        """Count one more."""
        self.here[self.key(address)] += 1

    def remove(self, address: str) -> None:
        """Count one less."""
        key = self.key(address)
        self.here[key] -= 1
        if not self.here[key]:
            del self.here[key]
