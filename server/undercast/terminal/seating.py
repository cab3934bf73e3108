"""Reads from the options who plays each seat."""

import argparse
from collections.abc import Mapping

from undercast.room.seats import Seat
from undercast.rules.settings import Mode
from undercast.simulation.match import seats_of
from undercast.simulation.options import BadOptions
from undercast.terminal.options import OPTION_SEATS, option_name

HUMAN = "human"
"""Stands for a person in an option that can name a bot."""


def parse_seats(options: argparse.Namespace) -> Mapping[Seat, str]:
    """For each seat HUMAN or the notation of its bot. Raises BadOptions."""
    mode = Mode(options.mode)
    seats = dict.fromkeys(seats_of(mode), str(options.style))
    for seat in _default_people(options, mode):
        seats[seat] = HUMAN
    for seat in OPTION_SEATS:
        who = getattr(options, seat.value)
        if who is not None and seat not in seats:
            raise BadOptions(f"{mode} has no seat {option_name(seat)}")
        if who is not None:
            seats[seat] = who
    if HUMAN not in seats.values():
        raise BadOptions("no person plays; to watch bots, use `undercast watch`")
    return seats


def _default_people(options: argparse.Namespace, mode: Mode) -> tuple[Seat, ...]:
    """The people's seats by `--you` and `--two`."""
    if mode is Mode.DUET:
        return (Seat.SIDE_A, Seat.SIDE_B) if options.two else (Seat.SIDE_A,)
    both = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE)
    you = Seat.RED_SPYMASTER if options.you == "spymaster" else Seat.RED_OPERATIVE
    return both if options.two else (you,)
