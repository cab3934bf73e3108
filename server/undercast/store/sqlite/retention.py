"""How long rooms are kept, in server time: a wrong clock expires no room.

`counters.passed` is the server time in milliseconds. Between two looks at the clock it grows by at
most a day, and not at all when the clock went back. `rooms.used` is the server time at which new
entries were last found in the room's log.

Nobody can enter an expired room, but it stays on the disk for GRACE_DAYS, and its code is not used
again until then. A permanent room never expires.

Everything here raises sqlite3.Error and runs in the caller's transaction.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from undercast.room.entries import Deal
from undercast.store import codec
from undercast.store.port import DAY_MS, GRACE_DAYS
from undercast.store.sqlite import statistics
from undercast.store.sqlite.schema import ROOM_TABLES, ensure_counters

BATCH = 200
"""Rooms that one transaction looks at; no move is saved while it lasts."""

_LATEST = "(select max(version) from entries where entries.code = rooms.code)"


def expire_steps(db: sqlite3.Connection, now: int, days: int) -> Iterator[list[str]]:
    """Advance the server time to the clock's `now` (Unix ms), expire rooms that were not used for
    `days` days, and delete those that expired GRACE_DAYS ago; their games stay in the statistics.

    Each step is one short transaction and yields the codes that it expired. The next call does what
    an interrupted one left.
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
    unused = "expired is null and not permanent and used < ?"
    while codes := _codes(db, unused, passed - days * DAY_MS):
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
    """The first and the last code of each BATCH of rooms."""
    last = ""
    while codes := _codes(db, "code > ?", last):
        first, last = codes[0], codes[-1]
        yield first, last


def delete(db: sqlite3.Connection, codes: Iterable[str]) -> None:
    """Delete everything of these rooms."""
    for code in codes:
        for table in ROOM_TABLES:
            db.execute(f"delete from {table} where code = ?", (code,))  # noqa: S608  # names of ours


def delete_unused(db: sqlite3.Connection, before: int, besides: AbstractSet[str]) -> list[str]:
    """Delete rooms that were last used before `before` (Unix ms) and never had a game, except
    these; returns their codes.
    """
    query = (
        "select code from rooms join entries using (code) where expired is null and not permanent"
        " group by code having max(at) < ? and max(instr(entry, cast(? as blob))) = 0"
    )
    old = [str(code) for (code,) in db.execute(query, (before, codec.kind_marker(Deal))).fetchall()]
    unused = [code for code in old if code not in besides]
    delete(db, unused)
    return unused


def revive(db: sqlite3.Connection, code: str) -> bool:
    """Revive an expired room as if it had just been used; returns whether there was one."""
    query = (
        "update rooms set expired = null, used = (select passed from counters)"
        " where code = ? and expired is not null"
    )
    return db.execute(query, (code,)).rowcount == 1


def set_permanent(db: sqlite3.Connection, code: str, *, permanent: bool) -> bool:
    """Keep a room for good, or as long as any other from now on; returns whether it exists."""
    query = (
        "update rooms set permanent = ?, used = (select passed from counters)"
        " where code = ? and expired is null"
    )
    return db.execute(query, (permanent, code)).rowcount == 1


def reset_ages(db: sqlite3.Connection) -> None:
    """Rooms came from another server: all of them were just used, or just expired."""
    now = "(select passed from counters)"
    db.execute(f"update rooms set used = {now}")  # noqa: S608
    db.execute(f"update rooms set expired = {now} where expired is not null")  # noqa: S608


def exists(db: sqlite3.Connection, code: str) -> bool:
    """Whether this room exists and has not expired."""
    query = "select 1 from rooms where code = ? and expired is null"
    return db.execute(query, (code,)).fetchone() is not None


def _codes(db: sqlite3.Connection, where: str, *given: object) -> list[str]:
    """The codes of up to BATCH of these rooms."""
    query = f"select code from rooms where {where} order by code limit {BATCH}"  # noqa: S608
    rows = db.execute(query, given)
    return [str(code) for (code,) in rows.fetchall()]
