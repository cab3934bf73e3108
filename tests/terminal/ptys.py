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

from servers import PATIENCE, SOURCES

SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

PROMPT = "\n> "


class Terminal:
    """A pseudo-terminal in which one command runs."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24, **env: str) -> None:
        """`env` is added to an environment of xterm with 256 colours."""
        self.output = ""
        """All that was written, with its control sequences."""
        self._heard = 0
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLORTERM")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "undercast.cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**plain, "TERM": "xterm-256color", "PYTHONPATH": str(SOURCES), **env},
            start_new_session=True,
            preexec_fn=_controls,
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
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

    def until(self, *texts: str) -> str:
        """What is written from here on, until one of these texts is in it or the command ended;
        without control sequences.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            told = SEQUENCE.sub("", self.output[self._heard :]).replace("\r\n", "\n")
            ended = not self._read(deadline) if not any(t in told for t in texts) else None
            if ended is None or ended:
                self._heard = len(self.output)
                assert ended is None or not texts, f"{texts} was not said:\n{told}"
                return told

    def asked(self) -> str:
        """What is written until somebody is asked for a line."""
        return self.until(PROMPT)

    def ended(self) -> str:
        """What is written to the end of the command."""
        told = self.until()
        self.process.wait(PATIENCE)
        return told

    def _read(self, deadline: float) -> bool:
        """Reads some more; False when the command ended."""
        ready, _, _ = select.select([self._master], [], [], max(deadline - time.monotonic(), 0))
        assert ready, f"nothing comes any more:\n{self.output[-3000:]}"
        try:
            received = os.read(self._master, 65536)
        except OSError:  # Linux: nobody holds the other end any more
            return False
        self._bytes = getattr(self, "_bytes", b"") + received
        self.output = self._bytes.decode(errors="ignore")
        return bool(received)


def _controls() -> None:
    """The new session's terminal is this one, so that Ctrl-C means something."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
