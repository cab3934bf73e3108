"""How everything is called that is kept in Redis.

All that belongs to one room has its code in braces, so that a cluster keeps it together and a
script can change it at once.
"""

METADATA = "undercast:house"
"""Hash: `deleted`, `restored` (counted up), `passed` and `noted` (see `lifetimes`), `secret`;
`copying` while rooms are put in place (see `arriving`).
"""

ORIGIN_SECONDS = 24 * 3600
"""How long the command that opened a room leads to it again. It is repeated within minutes."""

ROOMS = "undercast:rooms"
"""Sorted set of the codes of all rooms that have not expired; one that leads to no room is nothing.
"""

EXPIRED = "undercast:expired"
"""Sorted set of the codes of rooms that have expired, and are not in ROOMS therefore."""

EXPIRY_LOCK = "undercast:looking"
"""Who looks for rooms that expire; nobody else does meanwhile."""

STATISTICS = "undercast:counted"
"""Hash: by `CODE.GAME`, or `.ID` where the room is gone, a game of the statistics; and `ids` and
`changes`, counted up. See `numbers`.
"""

UNCOUNTED = "undercast:uncounted"
"""Set of `CODE.GAME`: games whose record may have come or gone since games were counted."""

COPY_LOCK = "undercast:copying"
"""Who copies another house into this one; nobody else does meanwhile."""

WORKERS = "undercast:workers"
"""Sorted set: each worker's id, by when it was heard of last (Redis's clock, ms)."""

CHANGES_CHANNEL = "undercast:hints"
"""Channel: `CODE VERSION` when a room has changed that others have, too; and nothing else."""

SHARED_USE = "undercast:used"
"""Hash: by worker, when it last told the others, what addresses use of it, and which games it lists
for the house; see `together`."""


def log(code: str) -> str:
    """Stream: entry `VERSION-0` has `e`, as `codec` writes it, and `l`, its link (see `room`); a
    damaged one that came from a file has `a`, when it was made.
    """
    return f"undercast:{{{code}}}:log"


def room(code: str) -> str:
    """Hash: `origin`, `version`, `at` and `link` of the latest entry, `dealt` if ever a game was,
    `set_aside`, `put_aside` (from which versions on, with spaces), `used`, `seen`, `expired`, and
    `gone` while it is deleted (see `lifetimes`). For links see `links`: eight hexadecimal digits.
    """
    return f"undercast:{{{code}}}:room"


def checkpoints(code: str) -> str:
    """Hash: by version, the link of its entry and the room."""
    return f"undercast:{{{code}}}:checkpoints"


def games(code: str) -> str:
    """Hash: by number, the record of an ended game."""
    return f"undercast:{{{code}}}:games"


def superseded_log(code: str, since: int) -> str:
    """Stream: a log that the host went on without; it could not be read from `since` on."""
    return f"undercast:{{{code}}}:aside:{since}"


def presence(code: str) -> str:
    """Hash: by worker's id, `SINCE id,id`: since when somebody is connected there (Redis's
    clock, ms; 0: nobody is), and the ids of the people. What is not written so is passed over.
    """
    return f"undercast:{{{code}}}:here"


def origin(name: str) -> str:
    """The code of the room that the command of this name is to open."""
    return f"undercast:origin:{name}"


def rate_limit(kind: str, who: str) -> str:
    """Until when (Unix microseconds) all that they have spent of an allowance will have come back;
    gone by then. `who` is the hash of an address or of a room's code.
    """
    return f"undercast:spent:{kind}:{who}"


def staged(key: str) -> str:
    """What is to be in the place of this key, and lies with it in a cluster."""
    return f"{key}:new" if "{" in key else f"undercast:{{{key}}}:new"
