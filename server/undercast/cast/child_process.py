"""One life of the cast child, from its start to its end: a process, two threads, two pipes."""

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, cast

from undercast.cast.messages import (
    Garbage,
    ToChild,
    ToServer,
    TroubleMessage,
    for_server,
    line_of,
    read_line,
)


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """When the child is given up. In seconds, but for `garbage`."""

    silence: float = 15.0
    """Without a message: it hangs."""
    garbage: int = 10
    """Lines in a row that are no messages."""
    restart_after: tuple[float, ...] = (0.2, 1.0, 2.0, 5.0, 15.0, 60.0)
    steady: float = 60.0
    """A child that lived for so long is started again at once."""
    stop: float = 18.0
    """For an orderly end; it takes so long only where an app is still being launched."""


class CastChild:
    """One child process. Raises OSError if it can't be started."""

    def __init__(self, command: Sequence[str], limits: ChildLimits) -> None:
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603  # our own command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=True
        )
        self._heard = time.monotonic()
        self._why = ""
        self._over = threading.Event()
        self._outbox: queue.Queue[bytes | None] = queue.Queue(1000)
        self._threads = [
            threading.Thread(target=work, name=f"cast{work.__name__}", daemon=True)
            for work in (self._write, self._watch)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, message: ToChild) -> None:
        """Have it sent. A child that reads nothing for a thousand messages is ended."""
        try:
            self._outbox.put_nowait(line_of(message))
        except queue.Full:
            self.kill("it reads nothing")

    def serve(self, on_message: Callable[[ToServer], None]) -> str:
        """Read until its end; the reason in words."""
        stream = cast("BinaryIO", self._process.stdout)
        garbage = 0
        while True:
            try:
                line = read_line(stream)
                if line is None:
                    break
                message = for_server(line)
            except Garbage as error:
                garbage += 1
                on_message(TroubleMessage(f"casting: the process said what is no message: {error}"))
                if garbage >= self._limits.garbage:
                    self.kill("it says only garbage")
                    break
                continue
            except (OSError, ValueError):
                break
            garbage = 0
            self._heard = time.monotonic()
            on_message(message)
        return self._bury()

    def finish(self, limit: float) -> None:
        """Wait for its end so many seconds, then kill it."""
        try:
            self._process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill("it did not stop in time")

    def _write(self) -> None:
        """In a thread of its own: a pipe may be full."""
        stream = cast("BinaryIO", self._process.stdin)
        with suppress(OSError, ValueError):  # its end is noticed by the reading
            while (line := self._outbox.get()) is not None:
                stream.write(line)
                stream.flush()
        with suppress(OSError, ValueError):
            stream.close()

    def _watch(self) -> None:
        """In a thread of its own: whether it hangs."""
        while not self._over.wait(self._limits.silence / 4):
            if time.monotonic() - self._heard > self._limits.silence:
                self.kill("it hung")
                return

    def kill(self, why: str) -> None:
        """End it at once, for this reason."""
        self._why = self._why or why
        self._process.kill()

    def _bury(self) -> str:
        """Nothing of it stays: no process, no thread, no descriptor."""
        self._over.set()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self.kill("it closed its output")
            self._process.wait()
        with suppress(queue.Full):
            self._outbox.put_nowait(None)
        for thread in self._threads:
            thread.join(5.0)
        cast("BinaryIO", self._process.stdout).close()
        return self._why or f"exit code {self._process.returncode}"
