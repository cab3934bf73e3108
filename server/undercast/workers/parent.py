"""The parent of the workers of one computer: starts them, and restarts those that end.

It reserves the data folder, listens, and passes the listening sockets on; every worker accepts from
them. It serves nobody itself and loads nothing that does, so little can end it. If it is killed all
the same, the workers see the end of their line and drain.

SIGTERM and SIGINT drain and end all, a second one ends them at once. SIGHUP restarts one worker
after another, each when the one before is ready.
"""

import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from undercast.workers import protocol
from undercast.workers.protocol import Inheritance, ParentLine

log = logging.getLogger(__name__)

SILENT_SECONDS = 5.0
"""Without a heartbeat for so long, a worker's rooms belong to others."""

STUCK_SECONDS = 30.0
"""Without a heartbeat for so long, a worker is killed and restarted."""

GRACE = 10.0
"""Seconds for a worker to end, beyond those for draining."""

STOP_SECONDS = 3.0
"""For a worker that is told to end at once: it spends one on requests that it is answering."""

MIN_BACKOFF, MAX_BACKOFF = 0.25, 30.0
"""Seconds before a worker is restarted that did not live for long."""

STABLE_SECONDS = 60.0
"""A worker that lived for so long restarts without backoff."""

_TICK = 0.5  # seconds between checks
_BUFFER = 256 * 1024  # bytes of datagrams that wait for a worker; some systems keep only 2,000


class WorkerProcess:
    """One worker, over all its restarts."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.process: subprocess.Popen[bytes] | None = None
        self.line: ParentLine | None = None
        self.ready = self.leaving = False
        self.started_at = self.heard_at = self.restart_at = 0.0
        self.kill_at: float | None = None
        self._backoff = 0.0

    def lives(self, now: float) -> bool:
        """Whether rooms may belong to it."""
        return self.stays and now - self.heard_at < SILENT_SECONDS

    @property
    def stays(self) -> bool:
        """Whether it serves and is not ending, as it is once its line has ended."""
        return self.ready and not self.leaving and self.line is not None

    def ended(self, now: float) -> float:
        """Note that it ended; the seconds until it is restarted."""
        lasted, asked = now - self.started_at, self.leaving
        self.process, self.ready, self.leaving, self.kill_at = None, False, False, None
        if asked or lasted >= STABLE_SECONDS:
            self._backoff = 0.0
        else:
            self._backoff = min(max(MIN_BACKOFF, self._backoff * 2), MAX_BACKOFF)
        self.restart_at = now + self._backoff
        return self._backoff


class Parent:
    """`run` keeps the workers running until it is told to stop."""

    def __init__(
        self, command: Sequence[str], workers: int, listening: Sequence[socket.socket], drain: float
    ) -> None:
        """`command` starts a worker, its inheritance added. `drain`: see `Config.drain`."""
        self._command = command
        self._listening = listening
        self._drain = drain
        self._workers = [WorkerProcess(index) for index in range(workers)]
        self._mailboxes = [_mailbox() for _ in self._workers]
        self._selector = selectors.DefaultSelector()
        self._living: list[int] = []
        self._to_restart: list[int] = []
        self._served = self._greeted = False
        self._stops = 0
        self._code = 0

    def run(self) -> int:
        """Returns the exit code."""
        self._handle_signals()
        while not self._is_over():
            self._check(time.monotonic())
            for key, _ in self._selector.select(_TICK):
                key.data()
        return self._code

    # --- Signals ----------------------------------------------------------------------------------

    def _handle_signals(self) -> None:
        woken, wake = socket.socketpair()
        for sock in (woken, wake):
            sock.settimeout(0.0)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        self._selector.register(woken, selectors.EVENT_READ, lambda: woken.recv(4096))
        self._wake = wake
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop())
        on_terminal = _is_terminal()
        # When its terminal was closed, it ends, as any program does.
        signal.signal(
            signal.SIGHUP,
            lambda *_: self._stop() if on_terminal and not _is_terminal() else self._restart_all(),
        )
        signal.signal(signal.SIGCHLD, lambda *_: None)  # only to wake

    def _stop(self) -> None:
        self._stops += 1
        for listening in self._listening:
            listening.close()  # or clients would wait in its backlog
        now = time.monotonic()
        for worker in self._workers:
            if worker.line is not None:
                worker.line.send(protocol.STOP if self._stops == 1 else protocol.NOW)
                worker.kill_at = now + (self._drain + GRACE if self._stops == 1 else STOP_SECONDS)

    def _restart_all(self) -> None:
        if not self._stops:
            log.info("Restarting all workers, one after another")
            self._to_restart = [worker.index for worker in self._workers]

    # --- Workers ----------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        return self._stops > 0 and all(worker.process is None for worker in self._workers)

    def _check(self, now: float) -> None:
        for worker in self._workers:
            self._reap(worker, now)
            self._kill_if_stuck(worker, now)
            if not self._stops and worker.process is None and self._may_start(worker, now):
                self._start(worker, now)
        self._restart_next(now)
        self._send_living(now)
        self._greet()

    def _may_start(self, worker: WorkerProcess, now: float) -> bool:
        """At first only worker 0: it creates what all need, or says why it cannot."""
        return now >= worker.restart_at and (self._served or worker is self._workers[0])

    def _start(self, worker: WorkerProcess, now: float) -> None:
        ours, theirs = socket.socketpair()
        place = Inheritance(
            worker.index,
            theirs.fileno(),
            self._mailboxes[worker.index][1].fileno(),
            tuple(sender.fileno() for sender, _ in self._mailboxes),
            tuple(sock.fileno() for sock in self._listening),
        )
        with theirs:
            worker.process = subprocess.Popen(  # noqa: S603  # itself
                [*self._command, "--worker", protocol.to_argument(place)],
                pass_fds=place.descriptors,
            )
        ours.settimeout(0.0)
        worker.line = ParentLine(ours)
        worker.started_at = worker.heard_at = now
        self._selector.register(ours, selectors.EVENT_READ, lambda: self._receive(worker))

    def _receive(self, worker: WorkerProcess) -> None:
        line = worker.line
        said = None if line is None else line.receive()
        if said is None:
            self._close_line(worker)
            return
        worker.heard_at = time.monotonic()
        if protocol.READY in said:
            worker.ready = self._served = True
            log.info("Worker %d is ready", worker.index)
        if protocol.ASKED in said and not worker.leaving and not self._stops:
            log.info("Worker %d was told to stop and is being restarted", worker.index)
            self._end_worker(worker, worker.heard_at)

    def _close_line(self, worker: WorkerProcess) -> None:
        if worker.line is not None:
            self._selector.unregister(worker.line.socket)
            worker.line.socket.close()
            worker.line = None

    def _reap(self, worker: WorkerProcess, now: float) -> None:
        code = None if worker.process is None else worker.process.poll()
        if code is None:
            return
        self._close_line(worker)
        asked = worker.leaving or self._stops > 0
        wait = worker.ended(now)
        if not self._served and not asked:
            self._code = code
            self._stop()  # it has said why
        elif not asked:
            log.error("Worker %d ended (%d); restarting in %.2f s", worker.index, code, wait)

    def _kill_if_stuck(self, worker: WorkerProcess, now: float) -> None:
        if worker.process is None:
            return
        overdue = worker.kill_at is not None and now >= worker.kill_at
        if overdue or (worker.ready and now - worker.heard_at >= STUCK_SECONDS):
            log.error("Worker %d is stuck and is being killed", worker.index)
            worker.process.kill()
            worker.kill_at = None

    def _restart_next(self, now: float) -> None:
        if not self._to_restart or not all(worker.stays for worker in self._workers):
            return
        self._end_worker(self._workers[self._to_restart.pop(0)], now)

    def _end_worker(self, worker: WorkerProcess, now: float) -> None:
        """Have it end; the others are told first, so that they hand nothing more to it."""
        worker.leaving = True
        worker.kill_at = now + self._drain + GRACE
        self._send_living(now)
        assert worker.line is not None
        worker.line.send(protocol.LEAVE)

    def _send_living(self, now: float) -> None:
        living = [worker.index for worker in self._workers if worker.lives(now)]
        if living == self._living or self._stops:
            return
        self._living = living
        for worker in self._workers:
            if worker.line is not None:
                worker.line.send(protocol.living(living))

    def _greet(self) -> None:
        if not self._greeted and all(worker.ready for worker in self._workers):
            self._greeted = True
            line = self._workers[0].line
            if line is not None:
                line.send(protocol.GREET)


def _mailbox() -> tuple[socket.socket, socket.socket]:
    """A worker's outbox (for the others) and its inbox."""
    sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for sock, option in ((sender, socket.SO_SNDBUF), (receiver, socket.SO_RCVBUF)):
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, option, _BUFFER)
        sock.settimeout(0.0)
    return sender, receiver


def _is_terminal() -> bool:
    return os.isatty(sys.stderr.fileno())
