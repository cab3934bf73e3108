"""The server's side of the reader: judging a long list takes 0.1 s, for which no game waits.

Only `threading` and `subprocess` are used, each through its module, so that all waiting cooperates
where gevent has patched them.
"""

import subprocess
import sys
import threading
from collections.abc import Sequence

import msgspec

from undercast.words.problems import Problem

COMMAND = (sys.executable, "-m", "undercast.words.reader")

PATIENCE = 10.0
"""Seconds for one list, a hundred times what the longest takes."""

_Read = tuple[tuple[str, ...], list[Problem]]


class Reading:
    """Has pasted lists read, one after the other in the order in which they come.

    The reader is started when it is first needed, and anew when it died.
    """

    def __init__(self, command: Sequence[str] = COMMAND, patience: float = PATIENCE) -> None:
        self._command = command
        self._patience = patience
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __call__(self, text: str) -> _Read:
        """As `parse_pasted(text, fewest=1)`, with no more than MOST_PROBLEMS problems.

        Raises OSError when the reader has died of it, or takes too long.
        """
        with self._turn:
            process = self._process = self._process or self._started()
            timer = threading.Timer(self._patience, process.kill)
            timer.start()
            try:
                return self._ask(process, text)
            except (OSError, msgspec.MsgspecError) as fault:
                self._end(process)
                raise OSError("the reader of pasted lists gave no answer") from fault
            finally:
                timer.cancel()
                timer.join()

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603  # our own command
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def _ask(self, process: "subprocess.Popen[bytes]", text: str) -> _Read:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(text) + b"\n")
        process.stdin.flush()
        read: _Read = msgspec.json.decode(process.stdout.readline(), type=_Read)
        return read

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = None
        process.kill()
        process.communicate()
