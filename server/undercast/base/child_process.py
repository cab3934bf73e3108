"""A process of ours that answers a line with a line, and is ended when it takes too long.

Both ends: `ChildProcess` asks, `answer_lines` answers. Only `threading` and `subprocess` are used,
each through its module, so that all waiting cooperates where gevent has patched them.
"""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

log = logging.getLogger(__name__)

START = 60.0
"""Seconds for a process to be ready: on a small computer that is busy, imports take twenty."""

MOST_TOLD = 300
"""Characters of what a process said that did not start: its end, where the fault stands."""

_READY = b"ready\n"


class ChildProcess:
    """One process after the other: a crash or a hang costs one answer.

    It is asked one thing after the other, in the order in which they come; it is started when it
    is first needed, and anew when it died. Of one that does not start the log says why.
    """

    def __init__(self, command: Sequence[str], patience: float, start: float = START) -> None:
        """`patience`: seconds for one answer; `start`: for the process to be ready."""
        self._command = command
        self._patience = patience
        self._start = start
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._told = False
        """Whether the log has said that it does not start: once, until it does."""

    def ask(self, question: bytes) -> bytes:
        """The answer to a line, both without their ends.

        Raises OSError when the process does not start, has died of it, or takes too long.
        """
        with self._turn:
            process = self._process = self._process or self._started()
            try:
                with _killed_after(self._patience, process):
                    return self._answer(process, question)
            except BaseException:  # whoever gives up must not leave an answer for the next one
                self._end(process)
                raise

    def again(self) -> None:
        """What it answered is no answer: the next one is asked in its place."""
        with self._turn:
            if self._process is not None:
                self._end(self._process)

    def _started(self) -> "subprocess.Popen[bytes]":
        """One that is ready. Until then the end of its stderr is kept for the log: it has been
        asked nothing yet, so it knows no secret. After that, its stderr is discarded.
        """
        try:
            process = subprocess.Popen(  # noqa: S603  # our own command
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as fault:
            self._tell(f"{fault.strerror}: {self._command[0]}")
            raise
        assert process.stdout is not None
        stderr = _StderrTail(process)
        try:
            with _killed_after(self._start, process) as late:
                is_ready = process.stdout.readline(len(_READY)) == _READY
        except BaseException:
            self._end(process)
            raise
        if not is_ready:
            self._end(process)
            ended = "it took too long" if late.is_set() else f"exit code {process.returncode}"
            self._tell(f"{ended}; it said: {stderr.end()}")
            raise OSError("the process did not start")
        self._told = False
        return process

    def _tell(self, why: str) -> None:
        if not self._told:
            self._told = True
            log.warning("A process does not start (%s): %s", _name(self._command), why)

    def _answer(self, process: "subprocess.Popen[bytes]", question: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise OSError("the process gave no answer")
        return line[:-1]

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = None
        process.kill()
        process.communicate()


def answer_lines(answer: Callable[[bytes], bytes]) -> None:
    """In the process: say that it is ready, then answer every line, until its input ends. From then
    on stderr is discarded: what it is asked may be a secret.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout.buffer.write(_READY)
    sys.stdout.buffer.flush()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line) + b"\n")
        sys.stdout.buffer.flush()


@contextmanager
def _killed_after(seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[threading.Event]:
    """Kill the process if this takes longer; then the event is set."""
    late = threading.Event()

    def kill() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()
        timer.join()


def _name(command: Sequence[str]) -> str:
    """The module that it runs, else the program."""
    return command[2] if "-m" in command[:2] else command[0]


class _StderrTail:
    """The end of a process's stderr, all of which is read."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._end = b""
        self._reading = threading.Thread(target=self._read, args=(process.stderr,), daemon=True)
        self._reading.start()
        process.stderr = None  # nobody else reads it

    def end(self) -> str:
        """Of a process that has ended."""
        self._reading.join(1.0)  # no longer: another process may have it, too
        text = self._end.decode("utf-8", "replace").strip()
        return text if len(text) <= MOST_TOLD else f"…{text[-MOST_TOLD:]}"

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while some := stream.readline(4096):
                self._end = (self._end + some)[-4 * MOST_TOLD :]
