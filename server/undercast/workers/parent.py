"""The parent of the workers of one computer: starts them, and starts again those that end.

It reserves the data folder, listens, and hands the listening sockets on; every worker accepts from
them. It serves nobody itself and loads nothing of what does, so there is little that could end it.
When it is killed all the same, the workers hear the end of their line and see everybody out.

SIGTERM and SIGINT end all in order, a second one at once. SIGHUP starts one worker after the other
anew, each only when the one before is ready.
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

SILENT = 5.0
"""Seconds without a word from a worker after which its rooms are others'."""

STUCK = 30.0
"""Seconds after which it is killed, and started again."""

GRACE = 10.0
"""Seconds for a worker to end, beyond those that it has to see everybody out."""

AT_ONCE = 3.0
"""Seconds for a worker that is told to end at once: it waits one for what it is just answering."""

SHORTEST_WAIT, LONGEST_WAIT = 0.25, 30.0
"""Seconds before a worker is started again that did not live for long."""

LONG = 60.0
"""Seconds that a worker has to live for its end to count as the first one."""

_TICK = 0.5  # seconds between looks at what nobody tells
_LETTERS = 256 * 1024  # bytes of letters that wait for a worker; some systems keep only 2,000


class WorkerProcess:
    """One worker, from start to start."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.process: subprocess.Popen[bytes] | None = None
        self.line: ParentLine | None = None
        self.ready = self.leaving = False
        self.since = self.heard = self.again = 0.0
        self.kill_at: float | None = None
        self._wait = 0.0

    def lives(self, now: float) -> bool:
        """Whether rooms may be its own."""
        return self.stays and now - self.heard < SILENT

    @property
    def stays(self) -> bool:
        """Whether it serves, and is not about to end: one whose line has ended is."""
        return self.ready and not self.leaving and self.line is not None

    def ended(self, now: float) -> float:
        """It has ended; the seconds until it is started again."""
        lasted, asked = now - self.since, self.leaving
        self.process, self.ready, self.leaving, self.kill_at = None, False, False, None
        if asked or lasted >= LONG:
            self._wait = 0.0
        else:
            self._wait = min(max(SHORTEST_WAIT, self._wait * 2), LONGEST_WAIT)
        self.again = now + self._wait
        return self._wait


class Parent:
    """`run` serves until it is told to stop."""

    def __init__(
        self, command: Sequence[str], workers: int, listening: Sequence[socket.socket], drain: float
    ) -> None:
        """`command`: what starts a worker, but for its inheritance. `drain`: see `Config.drain`."""
        self._command = command
        self._listening = listening
        self._drain = drain
        self._workers = [WorkerProcess(index) for index in range(workers)]
        self._posts = [_post() for _ in self._workers]
        self._selector = selectors.DefaultSelector()
        self._living: list[int] = []
        self._to_renew: list[int] = []
        self._served = self._greeted = False
        self._stops = 0
        self._code = 0

    def run(self) -> int:
        """The exit code."""
        self._hear_signals()
        while not self._is_over():
            self._look_after(time.monotonic())
            for key, _ in self._selector.select(_TICK):
                key.data()
        return self._code

    # --- Signals ----------------------------------------------------------------------------------

    def _hear_signals(self) -> None:
        woken, wake = socket.socketpair()
        for sock in (woken, wake):
            sock.settimeout(0.0)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        self._selector.register(woken, selectors.EVENT_READ, lambda: woken.recv(4096))
        self._wake = wake
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop())
        on_terminal = _is_terminal()
        # A terminal that was closed under us means an end, as for any program.
        signal.signal(
            signal.SIGHUP,
            lambda *_: self._stop() if on_terminal and not _is_terminal() else self._renew(),
        )
        signal.signal(signal.SIGCHLD, lambda *_: None)  # only to wake

    def _stop(self) -> None:
        self._stops += 1
        for listening in self._listening:
            listening.close()  # nobody is to wait where no worker accepts any more
        now = time.monotonic()
        for worker in self._workers:
            if worker.line is not None:
                worker.line.say(protocol.STOP if self._stops == 1 else protocol.NOW)
                worker.kill_at = now + (self._drain + GRACE if self._stops == 1 else AT_ONCE)

    def _renew(self) -> None:
        if not self._stops:
            log.info("Restarting all workers, one after another")
            self._to_renew = [worker.index for worker in self._workers]

    # --- Workers ----------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        return self._stops > 0 and all(worker.process is None for worker in self._workers)

    def _look_after(self, now: float) -> None:
        for worker in self._workers:
            self._bury(worker, now)
            self._kill_if_stuck(worker, now)
            if not self._stops and worker.process is None and self._may_start(worker, now):
                self._start(worker, now)
        self._renew_next(now)
        self._tell_living(now)
        self._greet()

    def _may_start(self, worker: WorkerProcess, now: float) -> bool:
        """The first one alone, until it has made what all need or has said why it cannot."""
        return now >= worker.again and (self._served or worker is self._workers[0])

    def _start(self, worker: WorkerProcess, now: float) -> None:
        ours, theirs = socket.socketpair()
        place = Inheritance(
            worker.index,
            theirs.fileno(),
            self._posts[worker.index][1].fileno(),
            tuple(sender.fileno() for sender, _ in self._posts),
            tuple(sock.fileno() for sock in self._listening),
        )
        with theirs:
            worker.process = subprocess.Popen(  # noqa: S603  # itself
                [*self._command, "--worker", protocol.written(place)], pass_fds=place.descriptors
            )
        ours.settimeout(0.0)
        worker.line = ParentLine(ours)
        worker.since = worker.heard = now
        self._selector.register(ours, selectors.EVENT_READ, lambda: self._hear(worker))

    def _hear(self, worker: WorkerProcess) -> None:
        line = worker.line
        said = None if line is None else line.heard()
        if said is None:
            self._hang_up(worker)
            return
        worker.heard = time.monotonic()
        if protocol.READY in said:
            worker.ready = self._served = True
            log.info("Worker %d is ready", worker.index)
        if protocol.ASKED in said and not worker.leaving and not self._stops:
            log.info("Worker %d was told to stop and is being restarted", worker.index)
            self._see_off(worker, worker.heard)

    def _hang_up(self, worker: WorkerProcess) -> None:
        if worker.line is not None:
            self._selector.unregister(worker.line.socket)
            worker.line.socket.close()
            worker.line = None

    def _bury(self, worker: WorkerProcess, now: float) -> None:
        code = None if worker.process is None else worker.process.poll()
        if code is None:
            return
        self._hang_up(worker)
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
        if overdue or (worker.ready and now - worker.heard >= STUCK):
            log.error("Worker %d is stuck and is being killed", worker.index)
            worker.process.kill()
            worker.kill_at = None

    def _renew_next(self, now: float) -> None:
        if not self._to_renew or not all(worker.stays for worker in self._workers):
            return
        self._see_off(self._workers[self._to_renew.pop(0)], now)

    def _see_off(self, worker: WorkerProcess, now: float) -> None:
        """It is to end: first all are told, so that nothing more is handed to it."""
        worker.leaving = True
        worker.kill_at = now + self._drain + GRACE
        self._tell_living(now)
        assert worker.line is not None
        worker.line.say(protocol.LEAVE)

    def _tell_living(self, now: float) -> None:
        living = [worker.index for worker in self._workers if worker.lives(now)]
        if living == self._living or self._stops:
            return
        self._living = living
        for worker in self._workers:
            if worker.line is not None:
                worker.line.say(protocol.living(living))

    def _greet(self) -> None:
        if not self._greeted and all(worker.ready for worker in self._workers):
            self._greeted = True
            line = self._workers[0].line
            if line is not None:
                line.say(protocol.GREET)


def _post() -> tuple[socket.socket, socket.socket]:
    """Where letters for a worker are put in, and where it takes them out."""
    sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for sock, option in ((sender, socket.SO_SNDBUF), (receiver, socket.SO_RCVBUF)):
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, option, _LETTERS)
        sock.settimeout(0.0)
    return sender, receiver


def _is_terminal() -> bool:
    return os.isatty(sys.stderr.fileno())
