"""The tables, and the upgrades of files of earlier releases.

`user_version` is the version of a file's tables. Opening a file upgrades it step by step, in one
transaction. A file of a newer version is left alone.
"""

import sqlite3

SCHEMA = 6
"""The version of the tables that this release uses."""

_ROOMS = """
create table rooms (
    code text primary key,
    origin text not null unique,
    set_aside text
) without rowid;
create table entries (
    code text not null,
    version integer not null,
    at integer not null,
    entry blob not null,
    primary key (code, version)
) without rowid;
create table counters (restored integer not null, tidied integer not null);
insert into counters values (0, 0);
"""

_KEPT = """
create table checkpoints (
    code text not null,
    version integer not null,
    of_entry integer not null,
    room blob not null,
    primary key (code, version)
) without rowid;
create table games (
    code text not null,
    game integer not null,
    at integer not null,
    record blob not null,
    primary key (code, game)
) without rowid;
create table put_aside (
    code text not null,
    since integer not null,
    version integer not null,
    at integer not null,
    entry blob not null,
    primary key (code, since, version)
) without rowid;
"""

_LIFETIMES = """
alter table rooms add column used integer not null default 0;
alter table rooms add column seen integer not null default 0;
alter table rooms add column expired integer;
alter table counters add column deleted integer not null default 0;
alter table counters add column passed integer not null default 0;
alter table counters add column noted integer;
"""

_COUNTED = """
create table counted (
    id integer primary key,
    code text,
    game integer not null,
    at integer not null,
    ending integer not null,
    mode text,
    how text,
    won integer,
    turns integer,
    clues integer,
    found integer,
    assassins integer
);
create unique index counted_games on counted (code, game);
create table counted_people (
    counted integer not null,
    name text not null,
    guesser text not null,
    shown text not null,
    won integer not null,
    lost integer not null,
    clues integer not null,
    meant integer not null,
    found integer not null,
    assassins integer not null,
    touches integer not null,
    hits integer not null,
    best integer,
    word text,
    primary key (counted, name, guesser)
) without rowid;
create index counted_names on counted_people (name, counted);
"""

_PERMANENT = """
alter table rooms add column permanent integer not null default 0;
"""

_WORD_LISTS = """
create table word_lists (
    id text primary key,
    name text not null,
    codenames integer not null,
    at integer not null,
    owner text not null,
    text text not null
);
"""

UPGRADES = (_ROOMS, _KEPT, _LIFETIMES, _COUNTED, _PERMANENT, _WORD_LISTS)
"""The step from each version to the next, from an empty file on."""

ROOM_TABLES = {
    "rooms": ("code", "origin", "set_aside", "used", "seen", "expired", "permanent"),
    "entries": ("code", "version", "at", "entry"),
    "checkpoints": ("code", "version", "of_entry", "room"),
    "games": ("code", "game", "at", "record"),
    "put_aside": ("code", "since", "version", "at", "entry"),
}
"""The tables with rooms, and their columns. A backup consists of them and OTHER_TABLES.

`checkpoints.of_entry` is the checksum of the checkpoint's last entry: a checkpoint counts only with
its own log. `put_aside` has the whole logs that hosts continued without; `since` is the version
from which each was unreadable. `rooms.used` and `rooms.expired` are times of `counters.passed` (see
`retention`); `rooms.seen` is the version at which `used` was noted. `rooms.permanent`: no
chore expires or deletes the room.
"""

STATISTICS_TABLES = {
    "counted": (
        *("id", "code", "game", "at", "ending", "mode", "how", "won"),
        *("turns", "clues", "found", "assassins"),
    ),
    "counted_people": (
        *("counted", "name", "guesser", "shown", "won", "lost", "clues", "meant", "found"),
        *("assassins", "touches", "hits", "best", "word"),
    ),
}
"""The tables of the statistics (see `statistics`), and their columns. A game marked as not counted
has no `mode`. `counted.code` is null once the room is gone. `guesser` is empty in a player's
own row, and a name in a pair's.
"""

OTHER_TABLES = STATISTICS_TABLES | {
    "word_lists": ("id", "name", "codenames", "at", "owner", "text"),
}
"""All tables of a backup that are about no room."""


class DataTooNew(Exception):
    """A newer version of Undercast wrote the data."""


def version_of(db: sqlite3.Connection) -> int:
    """The version of the file's tables; 0 for an empty file. Raises sqlite3.Error."""
    return int(db.execute("pragma user_version").fetchone()[0])


def require_known(db: sqlite3.Connection, name: object) -> None:
    """Raises DataTooNew for a file of a newer version, sqlite3.Error."""
    if version_of(db) > SCHEMA:
        raise DataTooNew(f"{name} was written by a newer version of Undercast")


def upgrade(db: sqlite3.Connection, name: object) -> None:
    """Create or upgrade the tables. Raises DataTooNew, sqlite3.Error.

    `name` is the file's name in the message.
    """
    require_known(db, name)
    if version_of(db) == SCHEMA:
        return
    db.execute("begin immediate")
    try:
        # Read again: another process may have been faster.
        for step in UPGRADES[version_of(db) :]:
            for statement in step.split(";\n"):
                db.execute(statement)
        db.execute(f"pragma user_version = {SCHEMA}")
        db.execute("commit")
    except BaseException:
        if db.in_transaction:  # on a full disk SQLite has rolled back by itself
            db.execute("rollback")
        raise


def ensure_counters(db: sqlite3.Connection) -> None:
    """Restore the only row of `counters` if it is missing. Raises sqlite3.Error."""
    if db.execute("select 1 from counters").fetchone() is None:
        db.execute(
            "insert into counters (restored, tidied, passed)"
            " select 0, 0, (select coalesce(max(max(used, coalesce(expired, 0))), 0) from rooms)"
            " where not exists (select 1 from counters)"
        )
