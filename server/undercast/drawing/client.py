"""The server's side of drawing: asks the process, which runs only while somebody watches."""

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from undercast.base.child_process import START, ChildProcess
from undercast.drawing import messages
from undercast.drawing.messages import Drawn, Question

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds for one picture, a hundred times what the slowest takes; the start has its own limit."""


class DrawingFailed(Exception):
    """Two processes died of the request or took too long, or one reported a fault."""


def command(theme: Path, photos: Path) -> tuple[str, ...]:
    """The command of the process."""
    return (sys.executable, "-m", "undercast.drawing.child", str(theme), str(photos))


class DrawingClient:
    """Draws for all rooms of a server, one picture after the other."""

    def __init__(
        self, command: Sequence[str], patience: float = PATIENCE, start: float = START
    ) -> None:
        self._process = ChildProcess(command, patience, start)
        self._failing = False
        self.drawn = 0
        """Pictures so far."""

    def draw(self, question: Question) -> bytes:
        """The picture, a JPEG. Raises DrawingFailed."""
        try:
            answer = messages.read_answer(self._ask(messages.encode(question)))
        except OSError:
            raise self._failure("it did not start, died or took too long") from None
        except msgspec.MsgspecError:
            self._process.stop()
            raise self._failure("an answer that is none") from None
        if not isinstance(answer, Drawn):
            raise self._failure(answer.fault)
        self._failing = False
        self.drawn += 1
        return answer.jpeg

    def _ask(self, line: bytes) -> bytes:
        """Raises OSError. A process that has ended (the system may have needed its memory) costs no
        picture, which may be the last one of a game.
        """
        try:
            return self._process.ask(line)
        except OSError:
            if not self._failing:
                log.warning("The drawing process died or took too long. Another one is started.")
            return self._process.ask(line)

    def stop(self) -> None:
        """End the process, as nobody watches; the next request starts another."""
        self._process.stop()

    def _failure(self, why: str) -> DrawingFailed:
        """Of failures in a row, only the first is logged."""
        if not self._failing:
            log.warning("No picture: %s. Further failures are not logged until one is drawn.", why)
        self._failing = True
        return DrawingFailed(why)
