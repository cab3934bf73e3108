"""How many there are of something at a time, by address."""

from collections import Counter
from collections.abc import Callable, Mapping


class ConnectionCounter:
    """Counts what an address has open. `most` 0: it may be any number."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.named: Callable[[str], str] = str
        """What an address is called here."""
        self.here: Counter[str] = Counter()
        self.elsewhere: Mapping[str, int] = {}
        """What addresses have open at other workers, as far as it was heard."""
        self.refused = 0
        """How often there was one too many."""

    def has_space_for(self, address: str) -> bool:
        """Whether one more could come from there."""
        name = self.named(address)
        return not self.most or self.here[name] + self.elsewhere.get(name, 0) < self.most

    def welcomes(self, address: str) -> bool:
        """Whether one more may come from there, who is refused otherwise."""
        welcome = self.has_space_for(address)
        self.refused += not welcome
        return welcome

    def add(self, address: str) -> None:
        """One more is here."""
        self.here[self.named(address)] += 1

    def remove(self, address: str) -> None:
        """One less."""
        name = self.named(address)
        self.here[name] -= 1
        if not self.here[name]:
            del self.here[name]
