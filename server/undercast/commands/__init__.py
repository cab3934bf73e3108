"""What a person or a bot can ask for in a room, and whether it is allowed.

    room x who x command x facts -> entry, or Refused

`command_types` has every command as a typed value. `decide` is the one way from a command to an
entry of the room's log. Permissions, limits, forms of text, contradictory settings, the referee and
the rules are checked here, once. `undercast.room.evolve` then applies the entry, now and in every
replay, and checks nothing. All of it is pure: what comes from outside is in `Facts`.
"""

from undercast.commands.command_types import COMMANDS, Command, GameCommand, PasteWordsCommand
from undercast.commands.decision import (
    Arrival,
    ask_coach,
    ask_referee,
    decide,
    decide_arrival,
    decide_opening,
    decide_unclaimed,
    pause,
    require_coach,
    require_may,
    time_up,
)
from undercast.commands.facts import Dealer, Facts, Judge, OfferedDeck

__all__ = [
    "COMMANDS",
    "Arrival",
    "Command",
    "Dealer",
    "Facts",
    "GameCommand",
    "Judge",
    "OfferedDeck",
    "PasteWordsCommand",
    "ask_coach",
    "ask_referee",
    "decide",
    "decide_arrival",
    "decide_opening",
    "decide_unclaimed",
    "pause",
    "require_coach",
    "require_may",
    "time_up",
]
