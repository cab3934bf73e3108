"""A process of ours that answers a line with a line, and is ended when it takes too long.

Only `threading` and `subprocess` are used, each through its module, so that all waiting cooperates
where gevent has patched them.
"""

import subprocess
import threading
from collections.abc import Sequence


class LineWorker:
    """One process after the other: a crash or a hang costs one answer.

    It is asked one thing after the other, in the order in which they come; it is started when it
    is first needed, and anew when it died.
    """

    def __init__(self, command: Sequence[str], patience: float) -> None:
        """`patience`: seconds for one answer."""
        self._command = command
        self._patience = patience
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, question: bytes) -> bytes:
        """The answer to a line, both without their ends.

        Raises OSError when the process has died of it, or takes too long.
        """
        with self._turn:
            process = self._process = self._process or self._started()
            timer = threading.Timer(self._patience, process.kill)
            timer.start()
            try:
                return self._answer(process, question)
            except BaseException:  # whoever gives up must not leave an answer for the next one
                self._end(process)
                raise
            finally:
                timer.cancel()
                timer.join()

    def again(self) -> None:
        """What it answered is no answer: the next one is asked in its place."""
        with self._turn:
            if self._process is not None:
                self._end(self._process)

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603  # our own command
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

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
