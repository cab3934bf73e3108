"""How long a room's log may get, and how much of it one person may write.

(1) A person may write MAX_PER_PERSON entries in a room. All first-time visitors, and all browsers
    that ask to return, share one account, that of strangers.
(2) A room takes MAX_ENTRIES public entries, several people's worth, so that nobody fills it alone.
    Secret entries count only against their author: otherwise the others could count them.
(3) Beyond either limit, a game can still be abandoned, and anybody may leave. Nobody can deal or
    return then, so these come to an end by themselves.
"""

from undercast.base.refusals import Refusal, require
from undercast.room.entries import GoOn, Leave, LogAction
from undercast.room.state import Room
from undercast.rules.actions import Abandon

MAX_ENTRIES = 100_000
"""In one room's log that everybody sees."""

MAX_PER_PERSON = 20_000
"""In one room's log by one person, seen or not, and by all strangers together."""

ALWAYS = (Abandon, Leave, GoOn)
"""Actions that end something are always possible."""


def require_space(room: Room, who: str, kind: type[LogAction]) -> None:
    """Raise Refused(room/log_full) for one entry more of this person, or of a stranger ("")."""
    if kind in ALWAYS:
        return
    require(room.public < MAX_ENTRIES, Refusal.LOG_FULL, "of everybody")
    require(room.written.get(who, 0) < MAX_PER_PERSON, Refusal.LOG_FULL, "of this person")
