"""A child process that answers each line with a line, and is killed when it takes too long.

The server asks through `ChildProcess`, the child answers with `answer_lines`. `threading` and
`subprocess` are used as modules only, so that waiting cooperates where gevent patched them.
"""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO

log = logging.getLogger(__name__)

START = 60.0
"""Seconds until a process is ready: on a small, busy computer the imports take twenty."""

MAX_STDERR = 300
"""Characters in the log of what a process printed that did not start: the end of it."""

_READY = b"ready\n"


class ChildProcess:
    """Starts the process at the first question and again after its death. A crash or a hang costs
    one answer.

    Questions are asked one at a time, in order. If the process does not start, the log says why.
    """

    def __init__(
        self, command: Sequence[str], patience: float, start: float = START, longest: int = -1
    ) -> None:
        """`patience`: seconds for one answer; `start`: until the process is ready; `longest`: bytes
        of an answer.
        """
        self._command = command
        self._patience = patience
        self._start_limit = start
        self._longest = longest
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._logged = False
        """Whether the log says that it does not start: once, until it does."""

    def ask(self, question: bytes) -> bytes:
        """The answer to a line, both without their newlines.

        Raises OSError if the process does not start or dies, TimeoutError if it takes too long.
        """
        with self._lock:
            try:
                process = self._process or self._start()
                with killed_after(self._patience, process):
                    return self._exchange(process, question)
            except BaseException:  # the next question must not get this one's answer
                self._kill()
                raise

    def stop(self) -> None:
        """Kill the process. The next question starts another one."""
        with self._lock:
            self._kill()

    def close(self) -> None:
        """End it for good, from any thread: whoever waits for an answer gets OSError at once."""
        self._closed = True
        if (process := self._process) is not None:
            process.kill()

    def _exchange(self, process: "subprocess.Popen[bytes]", question: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question + b"\n")
        process.stdin.flush()
        line = process.stdout.readline(self._longest)
        if not line.endswith(b"\n"):
            raise OSError("the process gave no answer")
        return line[:-1]

    def _start(self) -> "subprocess.Popen[bytes]":
        """Until the process is ready, the end of its stderr is kept for the log: it was asked
        nothing yet, so it knows no secret. After that its stderr is discarded.
        """
        if self._closed:
            raise OSError("the process is closed")
        try:
            process = self._process = subprocess.Popen(  # noqa: S603  # our own command
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            self._log(f"{error.strerror}: {self._command[0]}")
            raise
        if self._closed:  # while it was starting
            raise OSError("the process is closed")
        assert process.stdout is not None
        stderr = _StderrTail(process)
        with killed_after(self._start_limit, process) as late:
            is_ready = process.stdout.readline(len(_READY)) == _READY
        if not is_ready:
            self._kill()
            ended = "it took too long" if late.is_set() else f"exit code {process.returncode}"
            self._log(f"{ended}; it said: {stderr.end()}")
            raise OSError("the process did not start")
        self._logged = False
        return process

    def _log(self, why: str) -> None:
        if not self._logged and not self._closed:
            self._logged = True
            log.warning("A process does not start (%s): %s", _name(self._command), why)

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):  # what was still to be written to it
                process.communicate()


def answer_lines(answer: Callable[[bytes], bytes]) -> None:
    """In the child: report ready, then answer each line until the input ends. From then on stderr
    is discarded: a question may be secret.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdout.buffer.write(_READY)
    sys.stdout.buffer.flush()
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line) + b"\n")
        sys.stdout.buffer.flush()


@contextmanager
def killed_after(seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[threading.Event]:
    """Kill the process if the block takes longer, and set the event: what fails then, fails with
    TimeoutError.
    """
    late = threading.Event()

    def kill() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.start()
    try:
        yield late
    except OSError as error:
        if late.is_set():
            raise TimeoutError("the process took too long") from error
        raise
    finally:
        timer.cancel()
        timer.join()


def _name(command: Sequence[str]) -> str:
    """The module that it runs, else the program."""
    return command[2] if "-m" in command[:2] else command[0]


class _StderrTail:
    """Reads all of a process's stderr and keeps the end."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._tail = b""
        self._thread = threading.Thread(target=self._read, args=(process.stderr,), daemon=True)
        self._thread.start()
        process.stderr = None  # nobody else reads it

    def end(self) -> str:
        """The end of what a process printed, which has ended."""
        self._thread.join(1.0)  # no longer: another process may hold it open
        text = self._tail.decode("utf-8", "replace").strip()
        return text if len(text) <= MAX_STDERR else f"…{text[-MAX_STDERR:]}"

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while part := stream.readline(4096):
                self._tail = (self._tail + part)[-4 * MAX_STDERR :]
