"""The names of all keys in Redis.

The keys of a room have its code in braces, so that a cluster keeps them on one node and a script
can change them at once.
"""

METADATA = "undercast:house"
"""Hash: `deleted`, `restored` (counted up), `passed` and `noted` (see `retention`), `secret`;
`copying` while a copy replaces the rooms (see `importer`).
"""

ORIGIN_SECONDS = 24 * 3600
"""How long the command that opened a room leads to it again. It is repeated within minutes."""

ROOMS = "undercast:rooms"
"""Sorted set of the codes of all rooms that have not expired; a code may have no room."""

EXPIRED = "undercast:expired"
"""Sorted set of the codes of expired rooms, which are not in ROOMS."""

EXPIRY_LOCK = "undercast:looking"
"""Lock: which process expires rooms."""

STATISTICS = "undercast:counted"
"""Hash: by `CODE.GAME`, or `.ID` where the room is gone, a game of the statistics; and `ids` and
`changes`, counted up. See `statistics`.
"""

UNCOUNTED = "undercast:uncounted"
"""Set of `CODE.GAME`: games whose record may have changed since they were counted."""

WORD_LISTS = "undercast:lists"
"""Hash: by id, a word list of the household; by `ID.text`, its words."""

COPY_LOCK = "undercast:copying"
"""Lock: which process copies data into this store."""

WORKERS = "undercast:workers"
"""Sorted set: each worker's id by its last heartbeat (Redis's clock, ms)."""

CHANGES_CHANNEL = "undercast:hints"
"""Channel: `CODE VERSION` when a room changes that other processes have in memory."""

SHARED_USE = "undercast:used"
"""Hash: by worker, when it last reported, what addresses use of it, and which games it lists at
home; see `shared_limits`."""


def log(code: str) -> str:
    """Stream: entry `VERSION-0` has `e`, as `codec` writes it, and `l`, its link (see `room`); a
    damaged one that came from a file has `a`, when it was made.
    """
    return f"undercast:{{{code}}}:log"


def room(code: str) -> str:
    """Hash: `origin`, `version`, `at` and `link` of the latest entry, `dealt` if ever a game was,
    `set_aside`, `put_aside` (from which versions on, with spaces), `used`, `seen`, `expired`,
    `permanent` if it never expires, and `gone` while it is being deleted (see `retention`). Links
    are eight hexadecimal digits (see `hash_chain`).
    """
    return f"undercast:{{{code}}}:room"


def checkpoints(code: str) -> str:
    """Hash: by version, the link of its entry and the room."""
    return f"undercast:{{{code}}}:checkpoints"


def games(code: str) -> str:
    """Hash: by number, the record of an ended game."""
    return f"undercast:{{{code}}}:games"


def superseded_log(code: str, since: int) -> str:
    """Stream: a log that the host continued without; it was unreadable from `since` on."""
    return f"undercast:{{{code}}}:aside:{since}"


def presence(code: str) -> str:
    """Hash: by worker's id, `SINCE id,id`: since when somebody is connected there (Redis's
    clock, ms; 0: nobody is), and the ids of the people. Malformed values are ignored.
    """
    return f"undercast:{{{code}}}:here"


def origin(name: str) -> str:
    """String: the code of the room that the command with this id opens."""
    return f"undercast:origin:{name}"


def rate_limit(kind: str, who: str) -> str:
    """String: when (Unix microseconds) this bucket will be full again; it expires then. `who` is
    the hash of an address or of a room's code.
    """
    return f"undercast:spent:{kind}:{who}"


def staged(key: str) -> str:
    """The key whose value will replace this key's, on the same node of a cluster."""
    return f"{key}:new" if "{" in key else f"undercast:{{{key}}}:new"
