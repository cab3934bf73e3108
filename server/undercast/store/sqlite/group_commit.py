"""Group commit: several rooms' entries in one transaction, where a commit waits for the disk.

Whoever arrives during a commit joins the next one. Nobody waits for company: the first in the queue
becomes the leader, takes everybody who is there once the connection is free, and commits.
"""

import sqlite3
import threading
from collections.abc import Callable

from undercast.service import NotSaved

MAX_BATCH = 64
"""Jobs in one commit: one thread does them in turn, and everybody waits for all of them."""

RunWithConnection = Callable[[Callable[[sqlite3.Connection], None]], None]
"""Runs a function with the connection where it may block; returns when it is done."""


class GroupCommit:
    """For greenlets and threads. Any of them may be killed while it waits."""

    def __init__(self, lock: threading.Lock, run_with_connection: RunWithConnection) -> None:
        """`lock` protects the connection that `run_with_connection` uses."""
        self._lock = lock
        self._run_with_connection = run_with_connection
        self._queue: list[_Job] = []
        """In order of arrival. The first one is awake, to lead; the others sleep."""
        self._queue_lock = threading.Lock()
        """Nobody blocks while holding it."""

    def run(self, work: Callable[[], None]) -> None:
        """Do `work` in a transaction that others may share, and wait until it is on the disk.

        An exception of `work` undoes what it did and nobody else's. Raises that exception, or
        NotSaved; the leader raises the commit's own sqlite3.Error or OSError.
        """
        job = _Job(work)
        with self._queue_lock:
            self._queue.append(job)
            if self._queue[0] is job:
                self._wake_first()
        try:
            job.awake.acquire()
            if not job.is_taken:
                with self._lock:
                    self._lead()
        finally:
            self._remove(job)
        if job.fault is not None:
            raise job.fault

    def _lead(self) -> None:
        with self._queue_lock:
            batch, self._queue = self._queue[:MAX_BATCH], self._queue[MAX_BATCH:]
            for job in batch:
                job.is_taken = True
            self._wake_first()
        try:
            self._run_with_connection(lambda db: _commit(db, batch))
        finally:
            for job in batch:
                job.awake.release()

    def _remove(self, job: "_Job") -> None:
        """A job whose owner was killed before anybody took it is not done."""
        with self._queue_lock:
            if not job.is_taken:
                was_first = self._queue[0] is job
                self._queue.remove(job)
                if was_first:
                    self._wake_first()

    def _wake_first(self) -> None:
        if self._queue:
            self._queue[0].awake.release()


class _Job:
    """What somebody wants done in a transaction."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._own_fault: Exception | None = None
        self.fault: Exception | None = NotSaved("the commit failed that this was to be part of")
        """What its owner raises. Until the commit succeeds: that nothing was saved."""
        self.is_taken = False
        """Whether a leader has it."""
        self.awake = threading.Lock()
        """Free when its owner is to go on: to lead or, if the job was taken, with the result."""
        self.awake.acquire()

    def run(self, db: sqlite3.Connection) -> None:
        """Do it in a savepoint. Raises sqlite3.Error where SQLite undid the whole transaction."""
        db.execute("savepoint job")
        try:
            self._work()
        except Exception as fault:  # its owner raises it
            if not db.in_transaction:  # on a full disk SQLite may have rolled back by itself
                raise
            db.execute("rollback to job")
            self._own_fault = fault
        db.execute("release job")

    def finish(self) -> None:
        """The transaction is on the disk."""
        self.fault = self._own_fault


def _commit(db: sqlite3.Connection, batch: list[_Job]) -> None:
    with db:
        db.execute("begin immediate")
        for job in batch:
            job.run(db)
    for job in batch:
        job.finish()
