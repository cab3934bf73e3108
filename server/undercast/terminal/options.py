"""What `undercast play` and `watch` are told by their options."""

from undercast.room.seats import Seat

DELAY = 1.5
"""Seconds that a move can be looked at before bots go on, where somebody looks."""

SEATS = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE, Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE)
"""The seats that have an option of their own."""


def option(seat: Seat) -> str:
    """How a seat is written in an option."""
    return seat.value.replace("_", "-")
