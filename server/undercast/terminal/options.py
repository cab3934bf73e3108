"""Shared constants of the options of `undercast play` and `watch`."""

from undercast.room.seats import Seat

DEFAULT_DELAY = 1.5
"""Seconds to show each move on a terminal."""

OPTION_SEATS = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE, Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE)
"""The seats with an option of their own."""


def option_name(seat: Seat) -> str:
    """The name of a seat's option."""
    return seat.value.replace("_", "-")
