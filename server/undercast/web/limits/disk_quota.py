"""How fast the disk may be filled: what is written is kept for weeks.

Each address has a quota of its own, more than a household needs in an evening. Beyond it, an
address draws on a common quota; when strangers have used that up, each still has its own.

Moves are not counted: the rules and a person's command rate bound them. Leaving is always allowed.
"""

from undercast.base.refusals import Refused
from undercast.commands import Command, GameCommand, PasteWordsCommand
from undercast.commands.command_types import (
    ChangeSettingsCommand,
    DealCommand,
    GoOnCommand,
    LeaveCommand,
)
from undercast.web.limits.limit_values import ENTRY_BYTES, GAME_BYTES, SETTINGS_BYTES
from undercast.web.limits.token_bucket import TokenBucket


class DiskQuota:
    """Bytes that addresses may still have written."""

    def __init__(self, own: TokenBucket, common: TokenBucket) -> None:
        self._own, self._common = own, common

    def spend(self, address: str, size: int) -> None:
        """Take `size` bytes. Raises Refused(wire/too_many)."""
        try:
            self._own.spend(address, size)
        except Refused:
            self._common.spend("", size)


def size_of(command: Command) -> int:
    """About how many bytes this command writes; 0 for what is always allowed."""
    match command:
        case GameCommand() | LeaveCommand() | GoOnCommand():
            return 0
        case PasteWordsCommand(text=text):
            return ENTRY_BYTES + len(text.encode())
        case ChangeSettingsCommand():
            return SETTINGS_BYTES
        case DealCommand():
            return GAME_BYTES
        case _:
            return ENTRY_BYTES
