"""The server's side of drawing: asks the process, which is there only while somebody looks."""

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
"""Seconds for one picture, a hundred times what the longest takes; the start has its own."""


class DrawingFailed(Exception):
    """Two processes have died of the question or take too long, or one found its own fault."""


def command(look: Path, photos: Path) -> tuple[str, ...]:
    """What starts the process."""
    return (sys.executable, "-m", "undercast.drawing.child", str(look), str(photos))


class DrawingClient:
    """Draws for all rooms of a server, one picture after the other."""

    def __init__(
        self, command: Sequence[str], patience: float = PATIENCE, start: float = START
    ) -> None:
        self._worker = ChildProcess(command, patience, start)
        self._fails = False
        self.drawn = 0
        """Pictures so far."""

    def draw(self, question: Question) -> bytes:
        """The picture, a JPEG. Raises NoPicture."""
        try:
            answer = messages.read_answer(self._asked(messages.encode(question)))
        except OSError:
            raise self._failure("it did not start, died or took too long") from None
        except msgspec.MsgspecError:
            self._worker.again()
            raise self._failure("an answer that is none") from None
        if not isinstance(answer, Drawn):
            raise self._failure(answer.fault)
        self._fails = False
        self.drawn += 1
        return answer.jpeg

    def _asked(self, line: bytes) -> bytes:
        """Raises OSError. A process that has ended (the system may have needed its memory) costs no
        picture: it might be the last one of a game.
        """
        try:
            return self._worker.ask(line)
        except OSError:
            if not self._fails:
                log.warning("The drawing process died or took too long. Another one is started.")
            return self._worker.ask(line)

    def rest(self) -> None:
        """Nobody looks any more: the process ends. It is started again by the next question."""
        self._worker.again()

    def _failure(self, why: str) -> DrawingFailed:
        """Of failures one after the other only the first is told: each change may be another."""
        if not self._fails:
            log.warning("No picture: %s. Further failures are not logged until one is drawn.", why)
        self._fails = True
        return DrawingFailed(why)
