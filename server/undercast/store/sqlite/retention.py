"""How long rooms are kept: by days that a server saw pass, whatever any clock says.

`counters.passed` counts the milliseconds that a server was there for; from one look at the clock to
the next at most a day is added, and nothing when it went back. So a start with a wrong clock adds
one day at most. `rooms.used` is what it was when something new was found in the room's log last.

What expired is nobody's any more, but stays on the disk, whole, for KEPT_DAYS; until then its code
is not given to another room.

Everything here raises sqlite3.Error, and is done within a transaction of the caller's.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from undercast.room.entries import Deal
from undercast.store import codec
from undercast.store.sqlite import statistics
from undercast.store.sqlite.schema import ROOM_TABLES, ensure_counters

DAY_MS = 24 * 3600 * 1000

GRACE_DAYS = 7
"""So long an expired room can be brought back."""

BATCH = 200
"""Rooms that are looked at in one transaction: as long as it lasts, no move is saved."""

_LATEST = "(select max(version) from entries where entries.code = rooms.code)"


def expire_steps(db: sqlite3.Connection, now: int, days: int) -> Iterator[list[str]]:
    """Note that the clock says `now` (Unix ms), let rooms expire that were not used for so many
    days, and delete for good what expired KEPT_DAYS ago, but for the numbers of their games.

    Each step is to be a transaction, and is a short one, however many rooms there are; it brings
    the codes that expired in it. What is left out when no more steps are done is done next time.
    """
    passed = _advance_time(db, now)
    yield []
    for first, last in _code_ranges(db):
        db.execute(
            f"update rooms set used = ?, seen = {_LATEST}"  # noqa: S608
            f" where code between ? and ? and seen < {_LATEST}",
            (passed, first, last),
        )
        yield []
    while gone := _codes(db, "expired <= ?", passed - GRACE_DAYS * DAY_MS):
        statistics.detach_rooms(db, gone)
        delete(db, gone)
        yield []
    while codes := _codes(db, "expired is null and used < ?", passed - days * DAY_MS):
        for code in codes:
            db.execute("update rooms set expired = ? where code = ?", (passed, code))
        yield codes


def _advance_time(db: sqlite3.Connection, now: int) -> int:
    ensure_counters(db)
    passed, noted = db.execute("select passed, noted from counters").fetchone()
    passed += 0 if noted is None else min(max(now - noted, 0), DAY_MS)
    db.execute("update counters set passed = ?, noted = ?", (passed, now))
    return int(passed)


def _code_ranges(db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """The first and the last of AT_ONCE rooms each, until all of them were in one."""
    last = ""
    while codes := _codes(db, "code > ?", last):
        first, last = codes[0], codes[-1]
        yield first, last


def delete(db: sqlite3.Connection, codes: Iterable[str]) -> None:
    """Delete all that there is of these rooms."""
    for code in codes:
        for table in ROOM_TABLES:
            db.execute(f"delete from {table} where code = ?", (code,))  # noqa: S608  # names of ours


def delete_unused(db: sqlite3.Connection, before: int, besides: AbstractSet[str]) -> list[str]:
    """Delete rooms, besides these, that were used last before `before` (Unix ms) and never had a
    game; their codes.
    """
    query = (
        "select code from rooms join entries using (code) where expired is null"
        " group by code having max(at) < ? and max(instr(entry, cast(? as blob))) = 0"
    )
    old = [str(code) for (code,) in db.execute(query, (before, codec.kind_marker(Deal))).fetchall()]
    unused = [code for code in old if code not in besides]
    delete(db, unused)
    return unused


def revive(db: sqlite3.Connection, code: str) -> bool:
    """Make an expired room one that was used just now; whether there is such a one."""
    query = (
        "update rooms set expired = null, used = (select passed from counters)"
        " where code = ? and expired is not null"
    )
    return db.execute(query, (code,)).rowcount == 1


def reset_ages(db: sqlite3.Connection) -> None:
    """These rooms are another server's: all of them were used just now, or expired just now."""
    now = "(select passed from counters)"
    db.execute(f"update rooms set used = {now}")  # noqa: S608
    db.execute(f"update rooms set expired = {now} where expired is not null")  # noqa: S608


def exists(db: sqlite3.Connection, code: str) -> bool:
    """Whether people can be in this room: it exists, and has not expired."""
    query = "select 1 from rooms where code = ? and expired is null"
    return db.execute(query, (code,)).fetchone() is not None


def _codes(db: sqlite3.Connection, where: str, *given: object) -> list[str]:
    """Up to AT_ONCE of these rooms."""
    query = f"select code from rooms where {where} order by code limit {BATCH}"  # noqa: S608
    rows = db.execute(query, given)
    return [str(code) for (code,) in rows.fetchall()]
