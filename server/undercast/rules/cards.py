"""Teams, identities and keys: what a card is, and the sheet that only spymasters may see."""

from collections import Counter
from enum import StrEnum
from typing import NamedTuple, Self

from undercast.rules.secret import Secret
from undercast.rules.settings import Board


class Team(StrEnum):
    """Red and blue are rivals; green is the one team of a duet."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"

    @property
    def rival(self) -> "Team":
        """The other of the two rival teams. Raises KeyError for green, which has none."""
        return {Team.RED: Team.BLUE, Team.BLUE: Team.RED}[self]


RIVALS = (Team.RED, Team.BLUE)
"""The two rival teams."""


class Side(StrEnum):
    """The two sides of a duet: each knows its own key."""

    A = "side_a"
    B = "side_b"

    @property
    def partner(self) -> "Side":
        """The other side."""
        return Side.B if self is Side.A else Side.A


class Identity(StrEnum):
    """What a card turns out to be when it is touched."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    """An agent of a duet."""
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
            case Identity.GREEN:
                return Team.GREEN
            case _:
                return None


AGENT_OF = {team: Identity(team) for team in Team}
"""The identity of each team's agents."""


class Key(Secret, frozen=True):
    """The identities of all positions, row by row.

    Only spymasters may know it while cards are hidden, so its `repr` shows nothing: a key that gets
    into a log line or traceback by accident stays secret.
    """

    identities: tuple[Identity, ...]

    def __getitem__(self, position: int) -> Identity:
        return self.identities[position]

    def __len__(self) -> int:
        return len(self.identities)

    def count(self, identity: Identity) -> int:
        """How many positions have this identity."""
        return self.identities.count(identity)

    @classmethod
    def checked(cls, identities: tuple[Identity, ...], board: Board) -> Self:
        """A key of two rival teams.

        Raises ValueError for any composition but this board's in `COMPOSITIONS` (a bug of the
        dealer, never a player's fault).
        """
        counts = Counter(identities)
        fewer, more = sorted((counts[Identity.RED], counts[Identity.BLUE]))
        others = (counts[Identity.BYSTANDER], counts[Identity.ASSASSIN])
        composition = Composition(more, fewer, *others)
        if composition != COMPOSITIONS[board] or len(identities) != composition.cards:
            raise ValueError(f"a key for {board} has {COMPOSITIONS[board]}")
        return cls(identities)

    @property
    def starting_team(self) -> Team:
        """The team with the larger number of agents; it gives the first clue."""
        return Team.RED if self.count(Identity.RED) > self.count(Identity.BLUE) else Team.BLUE


class Composition(NamedTuple):
    """What the key of two rival teams is made of."""

    more: int
    """Agents of the starting team."""
    fewer: int
    """Agents of the other team."""
    bystanders: int
    assassins: int

    @property
    def cards(self) -> int:
        """How many cards lie on the table."""
        return sum(self)


COMPOSITIONS = {Board.WORDS: Composition(9, 8, 7, 1), Board.PICTURES: Composition(8, 7, 4, 1)}
"""Rule "Set-up", and "Board" for the pictures."""
