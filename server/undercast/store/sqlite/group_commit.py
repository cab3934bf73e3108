"""Several rooms' entries in one commit, where a commit waits for the disk.

Whoever comes while a commit is on its way joins the next one. Nobody waits for company: the first
in line leads, which is to take all who are there when the lock is free, commit, and tell them.
Whoever is the first by then leads the next.
"""

import sqlite3
import threading
from collections.abc import Callable

from undercast.service import NotSaved

MAX_BATCH = 64
"""Works in one commit: a thread does them one after the other, and others wait for all of them."""

RunWithConnection = Callable[[Callable[[sqlite3.Connection], None]], None]
"""Does something with the connection, wherever that may wait; returns when it is over."""


class GroupCommit:
    """For greenlets, and for threads. Any of those who wait may be killed."""

    def __init__(self, lock: threading.Lock, run: RunWithConnection) -> None:
        """`lock` is of the connection that `run` uses; it is held meanwhile."""
        self._lock = lock
        self._run = run
        self._line: list[_Pending] = []
        """In the order of their coming; the first one is called to lead, the others are not."""
        self._of_line = threading.Lock()
        """Nobody waits while holding it."""

    def run(self, work: Callable[[], None]) -> None:
        """Do `work` in a transaction that others may share; it is on the disk then.

        What `work` raises undoes what it did, and nobody else's. Raises that, NotSaved, and who
        leads raises sqlite3.Error and OSError of the whole commit.
        """
        part = _Pending(work)
        with self._of_line:
            self._line.append(part)
            if len(self._line) == 1:
                part.call()
        try:
            part.called.acquire()
            if not part.is_taken:
                with self._lock:
                    self._lead()
        finally:
            self._leave(part)
        if part.fault is not None:
            raise part.fault

    def _lead(self) -> None:
        batch = self._taken()
        try:
            self._run(lambda db: _commit(db, batch))
        finally:
            for part in batch:
                part.call()

    def _taken(self) -> "list[_Pending]":
        with self._of_line:
            batch, self._line = self._line[:MAX_BATCH], self._line[MAX_BATCH:]
            for part in batch:
                part.is_taken = True
            self._call_first()
        return batch

    def _leave(self, part: "_Pending") -> None:
        """Who was killed before anything was done leads nobody."""
        with self._of_line:
            if not part.is_taken:
                was_first = self._line[0] is part
                self._line.remove(part)
                if was_first:
                    self._call_first()

    def _call_first(self) -> None:
        if self._line:
            self._line[0].call()


class _Pending:
    """What somebody wants to be done, until it is."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._own_fault: Exception | None = None
        self.fault: Exception | None = NotSaved("the commit failed that this was to be part of")
        """What its owner is to be told; until it is on the disk, that it is not."""
        self.is_taken = False
        """Whether somebody leads it."""
        self.called = threading.Lock()
        """Free when it is its owner's turn: to lead, or, if it was taken, to have the result."""
        self.called.acquire()

    def call(self) -> None:
        self.called.release()

    def do(self, db: sqlite3.Connection) -> None:
        """Within a transaction. Raises sqlite3.Error where all of that is undone."""
        db.execute("savepoint part")
        try:
            self._work()
        except Exception as fault:  # its owner's, who gets it
            if not db.in_transaction:  # on a full disk SQLite may have rolled back by itself
                raise
            db.execute("rollback to part")
            self._own_fault = fault
        db.execute("release part")

    def tell(self) -> None:
        """It is on the disk, or what was wrong with it alone is known."""
        self.fault = self._own_fault


def _commit(db: sqlite3.Connection, batch: list[_Pending]) -> None:
    with db:
        db.execute("begin immediate")
        for part in batch:
            part.do(db)
    for part in batch:
        part.tell()
