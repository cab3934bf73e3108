"""The value of every limit, by the kinds of `undercast.web.limits`."""

from dataclasses import dataclass
from typing import NamedTuple


class RateLimit(NamedTuple):
    """Each key may spend `amount` at once; all of it is back after `seconds`, evenly refilled."""

    amount: int
    seconds: float
    shared: bool = False
    """Whether all workers count together."""
    scales: bool = True
    """Whether `amount` is for each command a second that a person may send."""


RATE_LIMITS = {
    # Messages of any kind from one connection.
    "messages": RateLimit(50, 5.0),
    # Commands of one person, each at its cost.
    "commands": RateLimit(12, 12.0),
    # People who join from one address.
    "joins": RateLimit(48, 60.0, shared=True),
    # New rooms of one address (behind a proxy that is everybody). A school needs thirty; sixty
    # addresses cannot take all that a server has.
    "creations": RateLimit(32, 3600.0, shared=True),
    # Failed entrances of one address: a stranger guessing room codes or tokens.
    "guesses": RateLimit(30, 60.0, shared=True, scales=False),
    # New requests to return: from one address, and in one room from everywhere.
    "asks": RateLimit(6, 60.0, shared=True, scales=False),
    "asks_in_a_room": RateLimit(30, 60.0, shared=True, scales=False),
    # Reactions of one person, and of a room's people together.
    "reactions": RateLimit(1, 2.0, scales=False),
    "reactions_in_a_room": RateLimit(6, 1.0, scales=False),
    # Word lists that one address keeps in the household's library.
    "kept_lists": RateLimit(3, 3600.0, shared=True, scales=False),
    # Bytes on the disk: of one address, and of all together beyond that.
    "writing": RateLimit(16_000, 320.0, shared=True),
    "writing_together": RateLimit(200_000, 60.0, shared=True),
}
"""By name, which metrics and the shared counts use as well."""

COMMAND_COSTS = {
    "judge_clue": 2,
    "ask_coach": 10,
    "ask_ideas": 20,
    "add_bot": 5,
    "fill_with_bots": 10,
    "change_settings": 2,
    "leave": 5,
    "deal": 5,
    "paste_words": 10,
    "open_page": 2,
    "export_game": 2,
    "open_book": 5,
    "open_statistics": 5,
}
"""Commands that count as several; all others count as one."""

ENTRY_BYTES = 250
"""What a command takes on the disk, with what SQLite adds."""

NEWCOMER_BYTES = 600
"""What somebody who joins takes, and leaves again: anybody may leave at any time."""

ROOM_BYTES = 1_200
"""What a new room takes."""

SETTINGS_BYTES = 800
"""What changed house rules take."""

GAME_BYTES = 3_000
"""What a deal takes, with the record that the game leaves."""

REQUEST_BURST_SECONDS = 40.0
"""An address may send the HTTP requests of this many seconds at once."""

LOOKUPS_AT_ONCE = 8
"""Codes of one address that are looked up at a time; others wait."""

RETURN_REQUESTS_WAITING = 3
"""Requests to return that may wait in one room from one address."""


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """What one socket may take, and how long it may be silent. Sizes in bytes, times in seconds."""

    max_message: int = 16 * 1024
    """Counted over all fragments; refused (1009) when a frame's header announces more."""
    max_waiting: int = 256 * 1024
    """For a slow reader, beside what the kernel holds."""
    max_waiting_together: int = 64 * 1024 * 1024
    """For all slow readers; beyond it the one with most waiting is dropped."""
    max_sockets_per_address: int = 64
    """0: any number (behind a proxy all sockets come from one address)."""
    connect_timeout: float = 10.0
    """For a socket that doesn't join (Socket.IO CONNECT), was refused, or has left."""
    ping_interval: float = 10.0
    ping_timeout: float = 15.0
    """A socket that is silent for both together is dropped."""


@dataclass(frozen=True, slots=True)
class ViewerLimits:
    """How many may watch rooms as pictures at a time."""

    total: int = 1_000
    per_room: int = 250
    per_address: int = 250
