"""Teams, identities and the key: what a card is, and the sheet that only spymasters may see."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Team(StrEnum):
    """The two rival teams."""

    RED = "red"
    BLUE = "blue"

    @property
    def rival(self) -> "Team":
        """The other team."""
        return Team.BLUE if self is Team.RED else Team.RED


class Identity(StrEnum):
    """What a card turns out to be when it is touched."""

    RED = "red"
    BLUE = "blue"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"

    @property
    def team(self) -> Team | None:
        """The team whose agent this is; None for a bystander or the assassin."""
        match self:
            case Identity.RED:
                return Team.RED
            case Identity.BLUE:
                return Team.BLUE
            case _:
                return None


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """The identities of all positions, row by row.

    Only spymasters may know it while cards are hidden, so its `repr` says nothing: a key that gets
    into a log line or a traceback by accident is not thereby told.
    """

    identities: tuple[Identity, ...]

    def __repr__(self) -> str:
        return "Key(hidden)"

    def __getitem__(self, position: int) -> Identity:
        return self.identities[position]

    def __len__(self) -> int:
        return len(self.identities)

    def count(self, identity: Identity) -> int:
        """How many positions have this identity."""
        return self.identities.count(identity)

    @classmethod
    def checked(cls, identities: tuple[Identity, ...]) -> Self:
        """A key of the classic 5 x 5 board.

        Rule "Set-up": the starting team has 9 agents, the other 8; 7 bystanders, 1 assassin.
        Raises ValueError for any other composition (a fault of the dealer, never of a player).
        """
        counts = Counter(identities)
        agents = {counts[Identity.RED], counts[Identity.BLUE]}
        others = (counts[Identity.BYSTANDER], counts[Identity.ASSASSIN])
        if agents != {9, 8} or others != (7, 1):
            raise ValueError("a classic key has 9 and 8 agents, 7 bystanders and 1 assassin")
        return cls(identities)

    @property
    def starting_team(self) -> Team:
        """The team with the larger number of agents; it gives the first clue."""
        return Team.RED if self.count(Identity.RED) > self.count(Identity.BLUE) else Team.BLUE
