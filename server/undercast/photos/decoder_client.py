"""The server's side of the darkroom: starts it, asks it, and ends it when it takes too long.

Only `threading` and `subprocess` are used, each through its module, so that all waiting cooperates
where gevent has patched them.
"""

import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from undercast.photos.messages import Answer, Garbled, Listing, read_answer, write_request
from undercast.photos.reports import FolderTrouble, PhotoReason

COMMAND = (sys.executable, "-m", "undercast.photos.decoder")


class DecoderClient:
    """One darkroom after the other: a crash or a hang costs one photo. Not for several threads."""

    def __init__(self, folder: Path, patience: float, command: Sequence[str] = COMMAND) -> None:
        self._folder = str(folder)
        self._patience = patience
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def listing(self) -> Listing:
        """What is in the folder."""
        answer = self._ask(None)
        if isinstance(answer, Listing):
            return answer
        slow = answer is PhotoReason.TOO_SLOW
        return Listing((), FolderTrouble.UNREADABLE if slow else FolderTrouble.NO_DARKROOM)

    def develop(self, name: str) -> bytes | PhotoReason:
        """The print of a file in the folder, as JPEG, or why there is none."""
        answer = self._ask(name)
        return PhotoReason.DAMAGED if isinstance(answer, Listing) else answer

    def interrupt(self) -> None:
        """From another thread: whoever waits for an answer gets one at once, and no good one."""
        self._ended = True
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """End the darkroom."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with suppress(OSError):  # what was still to be written to it
                process.communicate()

    def _ask(self, name: str | None) -> Answer:
        if self._ended:
            return PhotoReason.TOO_SLOW
        late = threading.Event()
        try:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            timer = threading.Timer(self._patience, self._too_late, (process, late))
            timer.start()
            try:
                write_request(process.stdin, self._folder, name)
                return read_answer(process.stdout)
            finally:
                timer.cancel()
                timer.join()
        except (OSError, Garbled):
            self.end()
            return PhotoReason.TOO_SLOW if late.is_set() else PhotoReason.DAMAGED

    def _too_late(self, process: "subprocess.Popen[bytes]", late: threading.Event) -> None:
        late.set()
        process.kill()

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603  # our own command
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # decoders quote their food, escape sequences and all
            )
        return self._process
