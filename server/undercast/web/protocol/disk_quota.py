"""How fast the disk may be filled: what is written is kept for weeks.

Each address has a part of its own, more than a household needs in an evening. Whoever wants more
takes it from what all have together; where strangers have used that up, the own part is left.

Moves are not counted: a person's commands bound them, and the rules. Whoever leaves can do so.
"""

from collections.abc import Callable

from undercast.base.refusals import Refused
from undercast.commands import Command, GameCommand, PasteWordsCommand
from undercast.commands.command_types import (
    ChangeSettingsCommand,
    DealCommand,
    GoOnCommand,
    LeaveCommand,
)
from undercast.web.transport.shared_limits import SharedLimits
from undercast.web.transport.token_bucket import token_bucket

OWN_BYTES_PER_COMMAND = 16_000
"""Of an address at once, for each command a second that a person may send."""

OWN_A_MINUTE_PER_COMMAND = 3_000
"""Bytes of its own that come back."""

COMMON_BYTES_PER_COMMAND = 200_000
"""Of all addresses at once and in a minute, beside what each has of its own."""

ENTRY = 250
"""Bytes on the disk of what a person does, with what SQLite needs for it."""

NEWCOMER = 600
"""Of somebody who joins, and goes again: whoever wants to can go."""

ROOM = 1_200
"""Of a new room."""

SETTINGS = 800
"""Of changed house rules."""

GAME = 3_000
"""Of a deal, and of the record that the game leaves."""


class DiskQuota:
    """What addresses may still have written."""

    def __init__(
        self, commands_a_second: int, now: Callable[[], float], together: SharedLimits | None = None
    ) -> None:
        own = OWN_BYTES_PER_COMMAND * commands_a_second
        common = COMMON_BYTES_PER_COMMAND * commands_a_second
        per = 60.0 * OWN_BYTES_PER_COMMAND / OWN_A_MINUTE_PER_COMMAND
        self.own = token_bucket("writing", own, per, now, together)
        self.common = token_bucket("writing_together", common, 60.0, now, together)

    def spend(self, address: str, size: int) -> None:
        """So many bytes more. Raises Refused(wire/too_many)."""
        try:
            self.own.spend(address, size)
        except Refused:
            self.common.spend("", size)


def size_of(command: Command) -> int:
    """Bytes that are written when it is done, about; 0 for what may always be done."""
    match command:
        case GameCommand() | LeaveCommand() | GoOnCommand():
            return 0
        case PasteWordsCommand(text=text):
            return ENTRY + len(text.encode())
        case ChangeSettingsCommand():
            return SETTINGS
        case DealCommand():
            return GAME
        case _:
            return ENTRY
