"""The household's word lists in the file.

Everything here raises sqlite3.Error; what writes runs in the caller's transaction.
"""

import sqlite3

from undercast.service import KeptList


def read(db: sqlite3.Connection) -> list[KeptList]:
    """All lists."""
    rows = db.execute("select id, name, codenames, at, owner from word_lists")
    return [KeptList(*row) for row in rows.fetchall()]


def text(db: sqlite3.Connection, list_id: str) -> str | None:
    """The words of this list; None if there is no such list."""
    row = db.execute("select text from word_lists where id = ?", (list_id,)).fetchone()
    return None if row is None else str(row[0])


def keep(db: sqlite3.Connection, kept: KeptList, words: str, most: int) -> bool:
    """Keep a list, unless there are `most`; returns whether it was kept.

    Raises KeyError if there is one of this id.
    """
    if text(db, kept.id) is not None:
        raise KeyError(kept.id)
    row = (kept.id, kept.name, kept.codenames, kept.at, kept.owner, words, most)
    query = (
        "insert into word_lists (id, name, codenames, at, owner, text) select ?, ?, ?, ?, ?, ?"
        " where (select count(*) from word_lists) < ?"
    )
    return db.execute(query, row).rowcount == 1


def delete(db: sqlite3.Connection, kept: KeptList) -> bool:
    """Delete this list; returns whether it was still there."""
    query = "delete from word_lists where id = ? and at = ? and owner = ?"
    return db.execute(query, (kept.id, kept.at, kept.owner)).rowcount == 1
