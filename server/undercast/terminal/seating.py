"""Who sits where in a game at the terminal: from options to seats."""

import argparse
from collections.abc import Mapping

from undercast.room.seats import Seat
from undercast.rules.settings import Mode
from undercast.simulation.match import seats_of
from undercast.simulation.options import BadOptions
from undercast.terminal.options import SEATS, option

HUMAN = "human"
"""How a person is written where a bot could be."""


def seated(options: argparse.Namespace) -> Mapping[Seat, str]:
    """Each seat of the game with HUMAN, or how its bot is written. Raises BadOptions."""
    mode = Mode(options.mode)
    seats = dict.fromkeys(seats_of(mode), str(options.style))
    for seat in _people(options, mode):
        seats[seat] = HUMAN
    for seat in SEATS:
        who = getattr(options, seat.value)
        if who is not None and seat not in seats:
            raise BadOptions(f"{mode} has no seat {option(seat)}")
        if who is not None:
            seats[seat] = who
    if HUMAN not in seats.values():
        raise BadOptions("no person plays; to watch bots, use `undercast watch`")
    return seats


def _people(options: argparse.Namespace, mode: Mode) -> tuple[Seat, ...]:
    """Where the people are unless a seat says otherwise."""
    if mode is Mode.DUET:
        return (Seat.SIDE_A, Seat.SIDE_B) if options.two else (Seat.SIDE_A,)
    both = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE)
    you = Seat.RED_SPYMASTER if options.you == "spymaster" else Seat.RED_OPERATIVE
    return both if options.two else (you,)
