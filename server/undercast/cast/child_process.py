"""One cast child from start to end: a process that both sides send messages to at any time.

`ChildProcess` answers questions; this one talks by itself, and is killed when it falls silent.
"""

import queue
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, cast

from undercast.base.child_process import killed_after
from undercast.cast.messages import (
    InvalidMessage,
    ToChild,
    ToServer,
    TroubleMessage,
    decode_to_server,
    encode,
    read_line,
)


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """When the child is given up, in seconds."""

    silence: float = 15.0
    """Without a message: it hangs."""
    invalid: int = 10
    """Lines in a row that are no messages."""
    restart_after: tuple[float, ...] = (0.2, 1.0, 2.0, 5.0, 15.0, 60.0)
    steady: float = 60.0
    """A child that lived this long is restarted at once."""
    stop: float = 18.0
    """For an orderly end; it takes this long only while an app is being launched."""


class CastChild:
    """One child process. Raises OSError if it can't be started."""

    def __init__(self, command: Sequence[str], limits: ChildLimits) -> None:
        self._limits = limits
        self._process = subprocess.Popen(  # noqa: S603  # our own command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=True
        )
        self._why_killed = ""
        self._outbox: queue.Queue[bytes | None] = queue.Queue(1000)
        self._writer = threading.Thread(target=self._write, name="cast_write", daemon=True)
        self._writer.start()

    def send(self, message: ToChild) -> None:
        """Queue a message. A child that reads none of a thousand is killed."""
        try:
            self._outbox.put_nowait(encode(message))
        except queue.Full:
            self.kill("it reads nothing")

    def serve(self, on_message: Callable[[ToServer], None]) -> str:
        """Read messages until the child ends; why it ended."""
        invalid = 0
        while (message := self._read()) is not None:
            if isinstance(message, InvalidMessage):
                invalid += 1
                text = f"casting: the process said what is no message: {message}"
                on_message(TroubleMessage(text))
                if invalid >= self._limits.invalid:
                    self.kill("it says only garbage")
                    break
            else:
                invalid = 0
                on_message(message)
        return self._clean_up()

    def finish(self, limit: float) -> None:
        """Wait this many seconds for its end, then kill it."""
        try:
            self._process.wait(limit)
        except subprocess.TimeoutExpired:
            self.kill("it did not stop in time")

    def kill(self, why: str) -> None:
        """End it at once."""
        self._why_killed = self._why_killed or why
        self._process.kill()

    def _read(self) -> ToServer | InvalidMessage | None:
        """The next message; None at the end."""
        with killed_after(self._limits.silence, self._process) as silent:
            try:
                line = read_line(cast("BinaryIO", self._process.stdout))
                return None if line is None else decode_to_server(line)
            except InvalidMessage as error:
                return error
            except (OSError, ValueError):
                return None
            finally:
                if silent.is_set():
                    self._why_killed = self._why_killed or "it hung"

    def _write(self) -> None:
        """In a thread of its own: a pipe may be full."""
        stream = cast("BinaryIO", self._process.stdin)
        with suppress(OSError, ValueError):  # the reader notices its end
            while (line := self._outbox.get()) is not None:
                stream.write(line)
                stream.flush()
        with suppress(OSError, ValueError):
            stream.close()

    def _clean_up(self) -> str:
        """No process, thread or descriptor is left."""
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self.kill("it closed its output")
            self._process.wait()
        with suppress(queue.Full):
            self._outbox.put_nowait(None)
        self._writer.join(5.0)
        cast("BinaryIO", self._process.stdout).close()
        return self._why_killed or f"exit code {self._process.returncode}"
