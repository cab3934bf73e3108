"""How long a room's log may get, and how much of it one person may write.

(1) A person may write MOST_BY_ONE entries in a room. Everybody who comes in for the first time,
    and every browser that asks to return, writes on one common account, that of strangers.
(2) A room takes MOST_ENTRIES entries that everybody sees: several people's worth, so that nobody
    fills it alone. What is done in secret counts for who does it alone: else all others could tell
    how much of it there was.
(3) Beyond either, a game can still be given up, and anybody may leave. A game that is over stays
    over then, and whoever left stays away: these come to an end by themselves.
"""

from undercast.base.refusals import Refusal, require
from undercast.room.entries import GoOn, Leave, LogAction
from undercast.room.state import Room
from undercast.rules.actions import Abandon

MOST_ENTRIES = 100_000
"""In one room's log that everybody sees."""

MOST_BY_ONE = 20_000
"""In one room's log by one person, seen or not, and by all strangers together."""

ALWAYS = (Abandon, Leave, GoOn)
"""Actions that end something are always possible."""


def require_space(room: Room, who: str, kind: type[LogAction]) -> None:
    """Raise Refused(room/log_full) for one entry more of this person, or of a stranger ("")."""
    if kind in ALWAYS:
        return
    require(room.public < MOST_ENTRIES, Refusal.LOG_FULL, "of everybody")
    require(room.written.get(who, 0) < MOST_BY_ONE, Refusal.LOG_FULL, "of this person")
