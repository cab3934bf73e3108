"""How many there are of something at a time, by address."""

from collections import Counter


class Crowd:
    """Counts what an address has open. `most` 0: it may be any number."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.here: Counter[str] = Counter()
        self.elsewhere: dict[str, int] = {}
        """What addresses have open at other workers, as far as it was heard."""
        self.refused = 0
        """How often there was one too many."""

    def welcomes(self, address: str) -> bool:
        """Whether one more may come from there."""
        taken = self.here[address] + self.elsewhere.get(address, 0)
        welcome = not self.most or taken < self.most
        self.refused += not welcome
        return welcome

    def add(self, address: str) -> None:
        """One more is here."""
        self.here[address] += 1

    def remove(self, address: str) -> None:
        """One less."""
        self.here[address] -= 1
        if not self.here[address]:
            del self.here[address]
