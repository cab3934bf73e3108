"""`undercast` in a real pseudo-terminal, with somebody who types."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

from patience import PATIENCE
from servers import SOURCES

SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

PROMPT = "\n> "


def plain(written: str) -> str:
    """What was written, without control sequences."""
    return SEQUENCE.sub("", written).replace("\r\n", "\n")


class Terminal:
    """A pseudo-terminal in which one command runs."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24, **env: str) -> None:
        """`env` is added to an environment of xterm with 256 colours."""
        self.output = ""
        """All that was written, with its control sequences."""
        self._heard = 0
        self._received = b""
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        usual = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "undercast.cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**usual, "TERM": "xterm-256color", "PYTHONPATH": str(SOURCES), **env},
            start_new_session=True,
            preexec_fn=_controls,  # noqa: PLW1509  # no threads here
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def types(self, line: str) -> None:
        """Types a line and Enter."""
        os.write(self._master, f"{line}\n".encode())

    def presses(self, key: bytes) -> None:
        """Presses a key."""
        os.write(self._master, key)

    def until(self, text: str) -> str:
        """What is written from here on until this text is in it, without control sequences."""
        deadline = time.monotonic() + PATIENCE
        while text not in (told := plain(self.output[self._heard :])):
            assert self._read(deadline), f"{text!r} was not said:\n{told}"
        self._heard = len(self.output)
        return told

    def asked(self) -> str:
        """What is written until somebody is asked for a line."""
        return self.until(PROMPT)

    def ended(self) -> str:
        """What is written to the end of the command."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        self.process.wait(PATIENCE)
        return plain(self.output[self._heard :])

    def _read(self, deadline: float) -> bool:
        """Reads some more; False when the command ended."""
        ready, _, _ = select.select([self._master], [], [], max(deadline - time.monotonic(), 0))
        assert ready, f"nothing comes any more:\n{self.output[-3000:]}"
        try:
            received = os.read(self._master, 65536)
        except OSError:  # Linux: nobody holds the other end any more
            return False
        self._received += received
        self.output = self._received.decode(errors="ignore")
        return bool(received)


def _controls() -> None:
    """The new session's terminal is this one, so that Ctrl-C means something."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
