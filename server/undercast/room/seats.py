"""The seats of a room and what each one is for."""

from enum import StrEnum

from undercast.rules.cards import Team


class Seat(StrEnum):
    """Where a person sits. What a connection may see follows from this alone."""

    RED_SPYMASTER = "red_spymaster"
    BLUE_SPYMASTER = "blue_spymaster"
    RED_OPERATIVE = "red_operative"
    BLUE_OPERATIVE = "blue_operative"
    OPERATIVE_FOR_BOTH = "operative_for_both"
    KEY_HOLDER = "key_holder"
    """One phone for both spymasters, lying where both see it."""
    SIDE_A = "side_a"
    SIDE_B = "side_b"
    """The two sides of a duet."""
    SPECTATOR = "spectator"

    @property
    def sees_key(self) -> bool:
        """Whether this seat's holder knows the key of the game, or a side's key."""
        return self in KEY_SEATS

    @property
    def is_for_one(self) -> bool:
        """Whether only one person can sit here. Any number can share a side of a duet."""
        return self in KEY_SEATS and self not in (Seat.SIDE_A, Seat.SIDE_B)

    @property
    def guesses(self) -> bool:
        """Whether this seat's holder guesses: operatives, and the sides of a duet."""
        return self in GUESSING_SEATS


KEY_SEATS = (
    Seat.RED_SPYMASTER,
    Seat.BLUE_SPYMASTER,
    Seat.KEY_HOLDER,
    Seat.SIDE_A,
    Seat.SIDE_B,
)

GUESSING_SEATS = (
    Seat.RED_OPERATIVE,
    Seat.BLUE_OPERATIVE,
    Seat.OPERATIVE_FOR_BOTH,
    Seat.SIDE_A,
    Seat.SIDE_B,
)


def spymasters(team: Team) -> tuple[Seat, ...]:
    """The seats that give clues for `team`."""
    own = Seat.RED_SPYMASTER if team is Team.RED else Seat.BLUE_SPYMASTER
    return (own, Seat.KEY_HOLDER)


def rival_spymaster(team: Team) -> Seat:
    """The seat that judges the clues of `team`. A key holder for both teams judges nobody's."""
    return spymasters(team.rival)[0]


def operatives(team: Team) -> tuple[Seat, ...]:
    """The seats that guess for `team`."""
    own = Seat.RED_OPERATIVE if team is Team.RED else Seat.BLUE_OPERATIVE
    return (own, Seat.OPERATIVE_FOR_BOTH)
